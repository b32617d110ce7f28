import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { uuidv7 } from '../../db/ids.ts'
import { setDeviceCookie, setSessionCookie, setUserInfoCookie } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import {
  hashToken,
  createSession,
  createToken,
  SESSIONS_PER_USER,
} from '../../http/sessions/session.ts'
import { toUser } from '../../http/sessions/profile.store.ts'
import { deleteSurplusSessions } from '../../http/sessions/sessions.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { checkCaptcha } from '../captcha-check.ts'
import { closingCancelledMail } from '../closing/closing-mails.ts'
import { setClosingTime } from '../closing/closing.store.ts'
import { createLoginSession } from './login.store.ts'
import { readDeviceToken } from './known-device.ts'
import { emailKey } from '../limits.ts'
import { type LoginAttempt, beginLoginAttempt } from './login-throttle.ts'
import type { PasswordLane } from '../password/passwords.ts'
import { findLoginAccount, lockUser, type LoginAccount, setPasswordHash } from '../users.store.ts'

type Input = InputOf<typeof contract.login>

/**
 * Logs a user in and ends the browser's earlier session. A wrong password and an unknown address take the same
 * work and get the same answer.
 */
export async function login(
  deps: Deps,
  input: Input,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OutputOf<typeof contract.login>> {
  const device = readDeviceToken(request)
  const deviceHash = device === null ? null : hashToken(device)
  const find = () => findLoginAccount(deps.sql, input.email, deviceHash)
  // without a device cookie the limits come first, so that a flood of calls reads no account
  const known = deviceHash === null ? undefined : await find()
  const attempt = await beginLoginAttempt(deps.limits, {
    email: input.email,
    ip: request.ip,
    knownDevice: known?.isKnownDevice ? deviceHash : null,
  })
  const findOnce = known === undefined ? find : async () => known
  const { account, isRight } = await verifyPassword(deps, attempt, findOnce, input, request.ip)
  if (account === null || !isRight) {
    await attempt.fail()
    // its hash: who types the password into the field of the address leaves it in no log
    const email = emailKey(input.email)
    request.log.info({ user: account?.userId ?? null, email, ip: request.ip }, 'login refused')
    throw new AppError('BAD_CREDENTIALS')
  }

  const deviceToken = device ?? createToken()
  const { token, staysOpen, before } = await openSession(
    deps,
    account,
    input.password,
    hashToken(deviceToken),
    request,
  )
  // concurrent logins do not count each other, so look for surplus sessions from half of the maximum on
  if (before >= SESSIONS_PER_USER / 2) {
    await deleteSurplusSessions(deps.sql, account.userId, SESSIONS_PER_USER)
  }
  await attempt.succeed()

  setSessionCookie(reply, token)
  setDeviceCookie(reply, deviceToken)
  setUserInfoCookie(reply, deps.config, account)
  request.server.csrf.issue(request, reply, token)
  return { user: toUser(account), ...(staysOpen && { staysOpen }) }
}

/** Checks the captcha when one is needed, then the password. `account` is null when nobody has the address. */
async function verifyPassword(
  deps: Deps,
  attempt: LoginAttempt,
  find: () => Promise<LoginAccount | null>,
  { password, captcha }: Input,
  ip: string,
): Promise<{ account: LoginAccount | null; isRight: boolean }> {
  try {
    if (attempt.needsCaptcha) {
      if (captcha === undefined) throw new AppError('CAPTCHA_REQUIRED')
      await checkCaptcha(deps, captcha, ip)
    }
    const account = await find()
    const stored = account?.passwordHash ?? null
    return { account, isRight: await deps.passwords.verify(stored, password, laneOf(account)) }
  } catch (error) {
    await (isUnsolvedCaptcha(error) ? attempt.refuse() : attempt.release())
    throw error
  }
}

function laneOf(account: LoginAccount | null): PasswordLane {
  return account?.isKnownDevice === true ? 'owner' : 'stranger'
}

function isUnsolvedCaptcha(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code === 'CAPTCHA_REQUIRED' || error.code === 'CAPTCHA_FAILED')
  )
}

/**
 * Stores the session; throws BAD_CREDENTIALS when the password changed while it was verified, ACCOUNT_BLOCKED to whom
 * has shown the password of a blocked account.
 */
async function openSession(
  deps: Deps,
  account: LoginAccount,
  password: string,
  deviceHash: Buffer,
  request: FastifyRequest,
): Promise<{ token: string; staysOpen: boolean; before: number }> {
  const { sql, passwords } = deps
  const { userId, passwordHash } = account
  const { token, session } = createSession(userId, request, deps.now())
  const newLogin = {
    session,
    deviceHash,
    passwordHash,
    eventId: uuidv7(),
    replaced: request.session?.tokenHash ?? null,
  }
  const stronger = (await passwords.needsRehash(passwordHash, password, laneOf(account)))
    ? await passwords.hash(password, laneOf(account))
    : null
  const before = stronger === null ? await createLoginSession(sql, newLogin) : null
  if (before !== null) return { token, staysOpen: false, before }
  return sql.begin(async (tx) => {
    const current = await lockUser(tx, userId)
    if (current?.passwordHash !== passwordHash) throw new AppError('BAD_CREDENTIALS')
    if (current.blockedAt !== null) throw new AppError('ACCOUNT_BLOCKED')
    const staysOpen = current.closingAt !== null
    if (staysOpen) {
      // a login cancels the closing of the account
      await setClosingTime(tx, userId, null)
      await queueMail(tx, { to: current.email, ...closingCancelledMail(deps) })
    }
    if (stronger !== null) await setPasswordHash(tx, userId, stronger)
    const sessions = await createLoginSession(tx, {
      ...newLogin,
      passwordHash: stronger ?? passwordHash,
    })
    if (sessions === null) throw new Error('a locked account refused a login')
    return { token, staysOpen, before: sessions }
  })
}
