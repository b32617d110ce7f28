import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { clearLoginCookies, setDeviceCookie } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { hashToken } from '../../http/sessions/session.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { closingCancelledMail } from '../closing/closing-mails.ts'
import { setClosingTime } from '../closing/closing.store.ts'
import { deleteCodes } from '../codes.store.ts'
import { forgetOtherDevices } from '../login/known-device.ts'
import { accountLimits, emailKey } from '../limits.ts'
import { notifyPasswordChanged } from '../login-notice/notify-owner.ts'
import { rejectWeakPassword } from './password-rules.ts'
import { findResetToken, consumeResetToken } from './reset-tokens.store.ts'
import { lockUser, setPasswordHash } from '../users.store.ts'

/**
 * Consumes the link and sets the password. Ends every session, deletes codes, forgets other devices of the user and
 * cancels a closing; logs nobody in, but this browser becomes a known device.
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: InputOf<typeof contract.resetPassword>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<null> {
  await deps.limits.consumeAll(addressBuckets(accountLimits.linkIp, request.ip))
  const tokenHash = hashToken(token)
  const owner = await findResetToken(deps.sql, tokenHash, deps.now())
  if (!owner) throw new AppError('TOKEN_EXPIRED')
  const { userId, email } = owner
  rejectWeakPassword(deps, password, email)
  const passwordHash = await deps.passwords.hash(password, 'owner')
  const device = await deps.sql.begin(async (tx) => {
    const account = await lockUser(tx, userId)
    if (account === null || !(await consumeResetToken(tx, tokenHash)))
      throw new AppError('TOKEN_EXPIRED')
    // a thief who closed the account may have set up a second factor, which the owner's login does not pass
    if (account.closingAt !== null) {
      await setClosingTime(tx, userId, null)
      await queueMail(tx, { to: email, ...closingCancelledMail(deps) }, { userId })
    }
    await setPasswordHash(tx, userId, passwordHash)
    await deleteSessionsOf(tx, userId)
    await deleteCodes(tx, userId, [email])
    const now = deps.now()
    await notifyPasswordChanged(deps, tx, { userId, email }, now)
    return forgetOtherDevices(tx, userId, request, now)
  })
  // login counters of the old password must not restrict the new one
  const { loginAccount, loginSuccess } = accountLimits
  const key = emailKey(email)
  await deps.limits.update({
    reset: [
      { limit: loginAccount, key },
      { limit: loginSuccess, key },
    ],
  })
  setDeviceCookie(reply, device)
  if (request.session?.userId === userId) {
    request.session = null
    clearLoginCookies(reply, deps.config)
    request.server.csrf.issue(request, reply)
  }
  return null
}
