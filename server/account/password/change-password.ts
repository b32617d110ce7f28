import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { typedPassword } from '#contract/fields.ts'
import type { Deps } from '../../deps.ts'
import { setDeviceCookie, setSessionCookie, setUserInfoCookie } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import { createSession, requireSecondFactor, type Session } from '../../http/sessions/session.ts'
import { deleteSessionsOf, insertSession, lockSession } from '../../http/sessions/sessions.store.ts'
import { deleteCodes } from '../codes.store.ts'
import { forgetOtherDevices } from '../login/known-device.ts'
import { accountLimits } from '../limits.ts'
import { notifyPasswordChanged } from '../login-notice/notify-owner.ts'
import { rejectWeakPassword, verifyOwnPassword, wrongPasswordError } from './password-rules.ts'
import { composedForm, passwordDigest } from './passwords.ts'
import { deleteResetToken } from './reset-tokens.store.ts'
import { lockUser, setPasswordHash } from '../users.store.ts'

/**
 * Sets the new password, ends every session and forgets every other device; this browser gets a new session. Throws
 * AppError: VALIDATION, PASSWORD_WEAK, SECOND_FACTOR_REQUIRED, PASSWORD_WRONG, RATE_LIMITED.
 */
export async function changePassword(
  deps: Deps,
  { currentPassword, newPassword }: InputOf<typeof contract.changePassword>,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<null> {
  const { userId, email, tokenHash } = session
  // the only password that browsers send as plain text
  const digest = passwordDigest(newPassword)
  rejectInvalidPassword(deps, newPassword, digest, { currentPassword, email })
  // it ends all other devices, as the end of one device it asks for the factor
  requireSecondFactor(session, deps.now())
  const wrong = wrongPasswordError('currentPassword')
  const stored = await verifyOwnPassword(deps, userId, currentPassword, wrong)
  await deps.limits.consume(accountLimits.passwordChanges, userId)
  const passwordHash = await deps.passwords.hash(digest, 'owner')
  const { token, device } = await deps.sql.begin(async (tx) => {
    const account = await lockUser(tx, userId)
    if (account?.passwordHash !== stored) throw wrong
    // a refused login, a block or the end of this device may have ended the session meanwhile
    if (!(await lockSession(tx, tokenHash))) throw new AppError('UNAUTHENTICATED')
    await setPasswordHash(tx, userId, passwordHash)
    await deleteSessionsOf(tx, userId)
    await deleteResetToken(tx, userId)
    await deleteCodes(tx, userId, [email])
    const now = deps.now()
    await notifyPasswordChanged(deps, tx, { userId, email }, now)
    const opened = createSession(userId, request, now)
    // a proof of some minutes ago is no login of now; it counts for the rest of its time
    const authenticatedAt = account.secondFactorSince === null ? now : session.authenticatedAt
    const { secondFactorAt } = session
    await insertSession(tx, { ...opened.session, authenticatedAt, secondFactorAt })
    return { token: opened.token, device: await forgetOtherDevices(tx, userId, request, now) }
  })
  await deps.limits.reset(accountLimits.reauthUser, userId)
  setSessionCookie(reply, token)
  setDeviceCookie(reply, device)
  setUserInfoCookie(reply, deps.config, session)
  request.server.csrf.issue(request, reply, token)
  return null
}

function rejectInvalidPassword(
  deps: Pick<Deps, 'passwords' | 'content' | 'config'>,
  typed: string,
  digest: string,
  { currentPassword, email }: { currentPassword: string; email: string },
): void {
  const parsed = typedPassword.safeParse(typed)
  if (!parsed.success) throw newPasswordError(parsed.error.issues[0]?.message ?? '密码格式不正确')
  if (digest === composedForm(currentPassword)) throw newPasswordError('新密码不能与当前密码相同')
  rejectWeakPassword(deps, digest, email, 'newPassword')
}

function newPasswordError(message: string): AppError {
  return new AppError('VALIDATION', { message, fields: { newPassword: message } })
}
