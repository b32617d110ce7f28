import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { setDeviceCookie, setSessionCookie, setUserInfoCookie } from '../../http/cookies.ts'
import { toUser } from '../../http/sessions/profile.store.ts'
import { createSession, hashToken, SESSIONS_PER_USER } from '../../http/sessions/session.ts'
import { deleteSurplusSessions } from '../../http/sessions/sessions.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { closingCancelledMail } from '../closing/closing-mails.ts'
import { setClosingTime } from '../closing/closing.store.ts'
import { notifyNewDevice } from '../login-notice/notify-owner.ts'
import { lockUser, type LockedUser, type LoginAccount, setPasswordHash } from '../users.store.ts'
import { createLoginSession, type NewLogin } from './login.store.ts'

export interface OpenedSession {
  token: string
  /** This login has cancelled the closing of the account. */
  staysOpen: boolean
  /** How many sessions the user had before it. */
  before: number
}

/** A login of this browser, and the token of its session; send the token after the login is stored. */
export function newLogin(
  { now }: Pick<Deps, 'now'>,
  request: FastifyRequest,
  { account, deviceToken }: { account: LoginAccount; deviceToken: string },
): { token: string; login: NewLogin } {
  const { token, session } = createSession(account.userId, request, now())
  const login = {
    session,
    deviceHash: hashToken(deviceToken),
    passwordHash: account.passwordHash,
    eventId: uuidv7(),
    replaced: request.session?.tokenHash ?? null,
    secondFactorAt: null,
  }
  return { token, login }
}

interface LockedLogin {
  account: LoginAccount
  token: string
  login: NewLogin
  /** The password hashed at today's cost; null: it is already. */
  stronger?: string | null
  /** Runs under the lock before the session is stored; when it throws, nothing is. */
  prove?: (tx: Query) => Promise<void>
}

/**
 * Locks the account and stores the session. Throws BAD_CREDENTIALS when the password has changed meanwhile,
 * ACCOUNT_BLOCKED or PASSWORD_STOPPED to whom has shown the password, SECOND_FACTOR when the login lacks it. The owner
 * is mailed about a device that is not known.
 */
export async function openLockedSession(
  deps: Deps,
  tx: Query,
  { account, token, login, stronger = null, prove }: LockedLogin,
): Promise<OpenedSession> {
  const { userId, passwordHash } = account
  const current = await lockUser(tx, userId)
  if (current?.passwordHash !== passwordHash) throw new AppError('BAD_CREDENTIALS')
  rejectShutAccount(current)
  if (current.secondFactorSince !== null && login.secondFactorAt === null) {
    throw new AppError('SECOND_FACTOR')
  }
  await prove?.(tx)
  const staysOpen = current.closingAt !== null
  if (staysOpen) {
    // a login cancels the closing of the account
    await setClosingTime(tx, userId, null)
    await queueMail(tx, { to: current.email, ...closingCancelledMail(deps) }, { userId })
  }
  if (stronger !== null) await setPasswordHash(tx, userId, stronger)
  const stored = await createLoginSession(tx, { ...login, passwordHash: stronger ?? passwordHash })
  if (stored === null) throw new Error('a locked account refused a login')
  if (!account.isKnownDevice && !stored.isFirst) {
    await notifyNewDevice(deps, tx, { email: current.email, login })
  }
  return { token, staysOpen, before: stored.before }
}

/** Throws what only who has shown the right password is told. */
export function rejectShutAccount({
  blockedAt,
  passwordStoppedAt,
}: Pick<LockedUser, 'blockedAt' | 'passwordStoppedAt'>): void {
  if (blockedAt !== null) throw new AppError('ACCOUNT_BLOCKED')
  if (passwordStoppedAt !== null) throw new AppError('PASSWORD_STOPPED')
}

/** Gives the browser its session and says who has logged in. */
export async function answerLogin(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { account, deviceToken }: { account: LoginAccount; deviceToken: string },
  { token, staysOpen, before }: OpenedSession,
): Promise<OutputOf<typeof contract.login>> {
  // concurrent logins do not count each other, so look for surplus sessions from half of the maximum on
  if (before >= SESSIONS_PER_USER / 2) {
    await deleteSurplusSessions(sql, account.userId, SESSIONS_PER_USER)
  }
  setSessionCookie(reply, token)
  setDeviceCookie(reply, deviceToken)
  setUserInfoCookie(reply, config, account)
  request.server.csrf.issue(request, reply, token)
  return { user: toUser(account), ...(staysOpen && { staysOpen }) }
}
