import type { FastifyReply } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { isUniqueViolation } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { setUserInfoCookie } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import {
  requireFreshLogin,
  requireSecondFactor,
  type Session,
} from '../../http/sessions/session.ts'
import { lockSession } from '../../http/sessions/sessions.store.ts'
import { toUser } from '../../http/sessions/profile.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { checkCode, CODE_SENT, createCode } from '../codes.ts'
import { limitChangeEmailCode } from '../mail-limits.ts'
import { changeEmailCodeMail, emailInUseMail } from '../mails.ts'
import { findUserId, lockUser } from '../users.store.ts'
import { replaceEmail } from './replace-email.ts'

const PURPOSE = 'change-email'

/** Mails a code to the new address, or a notice when that address already has an account. */
export async function sendChangeEmailCode(
  deps: Deps,
  { email }: InputOf<typeof contract.sendChangeEmailCode>,
  session: Session,
  ip: string,
): Promise<OutputOf<typeof contract.sendChangeEmailCode>> {
  const { userId } = session
  requireFreshLogin(session, deps.now())
  if (email === session.email) throw refusal('VALIDATION', '新邮箱不能与当前邮箱相同')
  await limitChangeEmailCode(deps.limits, { userId, email, ip })
  const goodUntil = new Date(deps.now().getTime() + CODE_SENT.expiresIn * 1000)
  await deps.sql.begin(async (tx) => {
    const code = await createCode(deps, tx, { purpose: PURPOSE, email, asker: userId, userId })
    const isTaken = (await findUserId(tx, email)) !== null
    const mail = isTaken ? emailInUseMail(deps) : changeEmailCodeMail(deps, code)
    await queueMail(tx, { to: email, ...mail }, { goodUntil, userId, sealedBy: deps.config })
  })
  return CODE_SENT
}

/** In one transaction: consumes the code, sets the address, and mails the old address a link that undoes it. */
export async function changeEmail(
  deps: Deps,
  { email, code }: InputOf<typeof contract.changeEmail>,
  session: Session,
  reply: FastifyReply,
): Promise<OutputOf<typeof contract.changeEmail>> {
  const now = deps.now()
  requireFreshLogin(session, now)
  requireSecondFactor(session, now)
  const { userId, tokenHash } = session
  const consume = await checkCode(deps, { purpose: PURPOSE, email, code, asker: userId })
  try {
    await deps.sql.begin(async (tx) => {
      const account = await lockUser(tx, userId)
      // it may have been ended meanwhile
      if (!account || !(await lockSession(tx, tokenHash))) throw new AppError('UNAUTHENTICATED')
      await consume(tx)
      const change = { userId, former: account.email, email, now }
      await replaceEmail(deps, tx, { ...change, by: 'customer', canUndo: true })
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_unique')) throw error
    throw refusal('EMAIL_TAKEN', new AppError('EMAIL_TAKEN').message)
  }
  const changed = { ...session, email, emailVerifiedAt: now }
  setUserInfoCookie(reply, deps.config, changed)
  return { user: toUser(changed) }
}

function refusal(code: 'VALIDATION' | 'EMAIL_TAKEN', message: string): AppError {
  return new AppError(code, { message, fields: { email: message } })
}
