import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { isUniqueViolation } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { clearLoginCookies, setDeviceCookie } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { hashToken, REAUTH_AFTER_MS } from '../../http/sessions/session.ts'
import { queueMail } from '../../mail/outbox.ts'
import { accountLimits } from '../limits.ts'
import { consumeEmailUndo, findEmailUndo, keepEarlierUndos } from './email-undos.store.ts'
import { EMAIL_UNDO_MS } from './replace-email.ts'
import { deleteLoginNoticesElsewhere, firstNoticed } from '../login-notice/login-notices.store.ts'
import { forgetOtherDevices } from '../login/known-device.ts'
import { formerEmailMail, emailRestoredMail } from '../mails.ts'
import { endAccess, type RevokeAccessSince } from '../sessions/end-access.ts'
import { lockUser, setEmail, stopPassword } from '../users.store.ts'

/**
 * Restores the address before the change. Ends all access, stops the password and deletes links that went to another
 * address, because the person who changed it may know the password. This browser becomes a known device, so that nobody
 * uses up the mails with a link for its new password.
 */
export async function undoEmailChange(
  deps: Deps & { revokeAccessSince: RevokeAccessSince },
  { token }: InputOf<typeof contract.undoEmailChange>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OutputOf<typeof contract.undoEmailChange>> {
  await deps.limits.consumeAll(addressBuckets(accountLimits.linkIp, request.ip))
  const now = deps.now()
  const tokenHash = hashToken(token)
  const undo = await findEmailUndo(deps.sql, tokenHash, now)
  if (!undo) throw new AppError('TOKEN_EXPIRED')
  const { userId, email, changedAt } = undo
  try {
    const device = await deps.sql.begin(async (tx) => {
      const account = await lockUser(tx, userId)
      if (!account || !(await consumeEmailUndo(tx, undo, tokenHash))) {
        throw new AppError('TOKEN_EXPIRED')
      }
      const former = account.email
      const noticed = await firstNoticed(tx, userId, now)
      const since = intruderSince(changedAt, noticed)
      const until = new Date(now.getTime() + EMAIL_UNDO_MS)
      await keepEarlierUndos(tx, { userId, changedAt, now, until })
      await setEmail(tx, userId, { email, now })
      await endAccess(deps, tx, userId, { since, at: now, emails: [email, former] })
      await stopPassword(tx, userId, now)
      await deleteLoginNoticesElsewhere(tx, userId, { email, since: changedAt })
      await queueMail(tx, { to: email, ...emailRestoredMail(deps) }, { userId })
      if (former !== email) {
        await queueMail(tx, { to: former, ...formerEmailMail(deps, email) }, { userId })
      }
      return forgetOtherDevices(tx, userId, request, now)
    })
    setDeviceCookie(reply, device)
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_unique')) throw error
    throw new AppError('EMAIL_TAKEN', { message: '原邮箱已注册另一个账户，无法改回' })
  }
  if (request.session?.userId === userId) {
    request.session = null
    clearLoginCookies(reply, deps.config)
    request.server.csrf.issue(request, reply)
  }
  return { email }
}

/**
 * Since when keys and grants may be of whoever changed the address: the change needs a login of the last minutes, which
 * may have been stolen as soon as it was made, and there may have been a login on a new device before.
 */
function intruderSince(changedAt: Date, noticed: Date | null): Date {
  const earliestLogin = new Date(changedAt.getTime() - REAUTH_AFTER_MS)
  return noticed !== null && noticed < earliestLogin ? noticed : earliestLogin
}
