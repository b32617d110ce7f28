import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { hashToken, createToken } from '../../http/sessions/session.ts'
import { checkCaptcha } from '../captcha-check.ts'
import { emailKey } from '../limits.ts'
import type { PasswordLane } from '../password/passwords.ts'
import { rememberPassword } from '../second-factor/pending-login.ts'
import { findLoginAccount, lockUser, type LoginAccount, setPasswordHash } from '../users.store.ts'
import { readDeviceToken } from './known-device.ts'
import { createLoginSession } from './login.store.ts'
import { type LoginAttempt, beginLoginAttempt } from './login-throttle.ts'
import {
  answerLogin,
  newLogin,
  type OpenedSession,
  openLockedSession,
  rejectShutAccount,
} from './open-session.ts'

type Input = InputOf<typeof contract.login>

/**
 * Logs a user in, or answers SECOND_FACTOR where one is set up, and ends the browser's earlier session. A wrong
 * password and an unknown address take the same work and get the same answer.
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
    await attempt.fail(input.password.split(' ').length)
    // its hash: who types the password into the field of the address leaves it in no log
    const email = emailKey(input.email)
    request.log.info({ user: account?.userId ?? null, email, ip: request.ip }, 'login refused')
    throw new AppError('BAD_CREDENTIALS')
  }

  const who = { account, deviceToken: device ?? createToken() }
  if (account.hasSecondFactor) {
    await askSecondFactor(deps, who, input.password, reply, attempt)
  }
  const opened = await openSession(deps, who, input.password, request)
  await attempt.succeed()
  return answerLogin(deps, { request, reply }, who, opened)
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

interface Who {
  account: LoginAccount
  deviceToken: string
}

/** Stores the session; throws as `openLockedSession` does. */
async function openSession(
  deps: Deps,
  who: Who,
  password: string,
  request: FastifyRequest,
): Promise<OpenedSession> {
  const { token, login: attempted } = newLogin(deps, request, who)
  const stronger = await deps.passwords.rehash(
    who.account.passwordHash,
    password,
    laneOf(who.account),
  )
  const { account } = who
  // most logins: one statement; all others take a transaction
  const isPlain = stronger === null && account.isKnownDevice
  const stored = isPlain ? await createLoginSession(deps.sql, attempted) : null
  if (stored !== null) return { token, staysOpen: false, before: stored.before }
  return deps.sql.begin((tx) =>
    openLockedSession(deps, tx, { account, token, login: attempted, stronger }),
  )
}

/**
 * Remembers in this browser that the password was right, and throws SECOND_FACTOR; or BAD_CREDENTIALS when the password
 * has changed meanwhile, ACCOUNT_BLOCKED and PASSWORD_STOPPED.
 */
async function askSecondFactor(
  deps: Deps,
  { account, deviceToken }: Who,
  password: string,
  reply: FastifyReply,
  attempt: LoginAttempt,
): Promise<never> {
  const { userId, passwordHash } = account
  const stronger = await deps.passwords.rehash(passwordHash, password, laneOf(account))
  await deps.sql.begin(async (tx) => {
    const current = await lockUser(tx, userId)
    if (current?.passwordHash !== passwordHash) throw new AppError('BAD_CREDENTIALS')
    rejectShutAccount(current)
    if (stronger !== null) await setPasswordHash(tx, userId, stronger)
  })
  await attempt.succeed()
  const signed = { userId, passwordHash: stronger ?? passwordHash }
  rememberPassword(deps, reply, { account: signed, deviceToken })
  throw new AppError('SECOND_FACTOR')
}
