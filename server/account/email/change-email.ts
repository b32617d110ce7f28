import type { FastifyReply } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { isUniqueViolation, type Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { setUserInfoCookie } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import {
  hashToken,
  createToken,
  requireFreshLogin,
  requireSecondFactor,
  type Session,
} from '../../http/sessions/session.ts'
import { lockSession } from '../../http/sessions/sessions.store.ts'
import { toUser } from '../../http/sessions/profile.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { checkCode, CODE_SENT, createCode } from '../codes.ts'
import { stopWaiting } from '../email-recovery/end-recovery.ts'
import {
  endChangesAwayFrom,
  keepEarlierUndos,
  nextChangeTime,
  storeEmailUndo,
} from './email-undos.store.ts'
import { deleteLoginNoticesElsewhere } from '../login-notice/login-notices.store.ts'
import { limitChangeEmailCode } from '../mail-limits.ts'
import { changeEmailCodeMail, emailChangedMail, emailInUseMail, formerEmailMail } from '../mails.ts'
import { deleteResetToken } from '../password/reset-tokens.store.ts'
import { findUserId, lockUser, setEmail } from '../users.store.ts'

const PURPOSE = 'change-email'
/** How long the link in the old mailbox can undo the change. */
export const EMAIL_UNDO_MS = 72 * 60 * 60 * 1000

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
      // who is back at the address of an hour ago leaves no way back to the one between, which may be a thief's
      const leftAt = await endChangesAwayFrom(tx, { userId, email, now })
      await setEmail(tx, userId, { email, now })
      await stopWaiting(deps, tx, userId, 'changed')
      // a reset link in the old mailbox must not work any more
      await deleteResetToken(tx, userId)
      if (leftAt !== null) await deleteLoginNoticesElsewhere(tx, userId, { email, since: leftAt })
      const mail =
        leftAt === null
          ? emailChangedMail(
              deps,
              email,
              await offerUndo(tx, { userId, email: account.email, now }),
            )
          : formerEmailMail(deps, email)
      const options = { userId, sealedBy: deps.config }
      await queueMail(tx, { to: account.email, ...mail }, options)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_unique')) throw error
    throw refusal('EMAIL_TAKEN', new AppError('EMAIL_TAKEN').message)
  }
  const user = toUser({ ...session, email, emailVerifiedAt: now })
  setUserInfoCookie(reply, deps.config, user)
  return { user }
}

/** The token of a link that brings back the address that the account leaves. */
async function offerUndo(
  tx: Query,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<string> {
  const token = createToken()
  const expiresAt = new Date(now.getTime() + EMAIL_UNDO_MS)
  const changedAt = await nextChangeTime(tx, userId, now)
  await keepEarlierUndos(tx, { userId, changedAt, now, until: expiresAt })
  const undo = { userId, email, changedAt, tokenHash: hashToken(token), expiresAt }
  await storeEmailUndo(tx, undo)
  return token
}

function refusal(code: 'VALIDATION' | 'EMAIL_TAKEN', message: string): AppError {
  return new AppError(code, { message, fields: { email: message } })
}
