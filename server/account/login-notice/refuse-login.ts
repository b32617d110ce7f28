import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/login-notice.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { clearLoginCookies, maskedEmail } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { hashToken } from '../../http/sessions/session.ts'
import { accountLimits } from '../limits.ts'
import { mailResetLink } from '../password/reset-link.ts'
import { endAccess, type RevokeAccessSince } from '../sessions/end-access.ts'
import { lockUser, stopPassword } from '../users.store.ts'
import { consumeLoginNotice, findLoginNotice, firstNoticed } from './login-notices.store.ts'

/**
 * The owner says that a login or a new password was somebody else's: stops the password, ends all access, that of keys
 * and grants since the first such mail of the last week, because an intruder may have come more than once, and mails a link
 * for a new password. After a change of the address no link is mailed, because the new mailbox may be the intruder's.
 */
export async function refuseLogin(
  deps: Deps & { revokeAccessSince: RevokeAccessSince },
  { token }: InputOf<typeof contract.refuseLogin>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<OutputOf<typeof contract.refuseLogin>> {
  await deps.limits.consumeAll(addressBuckets(accountLimits.linkIp, request.ip))
  const now = deps.now()
  const tokenHash = hashToken(token)
  const notice = await findLoginNotice(deps.sql, tokenHash, now)
  if (notice === null) throw new AppError('TOKEN_EXPIRED')
  const { userId, email, at } = notice
  const isMailed = await deps.sql.begin(async (tx) => {
    const account = await lockUser(tx, userId)
    const since = (await firstNoticed(tx, userId, now)) ?? at
    if (account === null || !(await consumeLoginNotice(tx, notice, tokenHash))) {
      throw new AppError('TOKEN_EXPIRED')
    }
    await stopPassword(tx, userId, now)
    await endAccess(deps, tx, userId, { since, at: now, emails: [account.email] })
    if (account.email !== email) return false
    await mailResetLink(deps, tx, email)
    return true
  })
  request.log.info({ user: userId, ip: request.ip }, 'login refused by the owner')
  if (request.session?.userId === userId) {
    request.session = null
    clearLoginCookies(reply, deps.config)
    request.server.csrf.issue(request, reply)
  }
  return { mailedTo: isMailed ? maskedEmail(email) : null }
}
