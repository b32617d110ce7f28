import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/personal-data.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { clearLoginCookies } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import { requireSecondFactor, type Session } from '../../http/sessions/session.ts'
import { deleteSessionsOf, lockSession } from '../../http/sessions/sessions.store.ts'
import { BatchFailures } from '../../jobs/batch-failures.ts'
import { discardMails, queueMail } from '../../mail/outbox.ts'
import { accountClosedMail, accountClosingMail } from './closing-mails.ts'
import { eraseUser, listDueToClose, lockDueToClose, setClosingTime } from './closing.store.ts'
import { accountLimits } from '../limits.ts'
import { deleteCodes } from '../codes.store.ts'
import { verifyOwnPassword, wrongPasswordError } from '../password/password-rules.ts'
import { deleteResetToken } from '../password/reset-tokens.store.ts'
import { lockUser } from '../users.store.ts'

/** How long a login can cancel the closing. */
export const CLOSING_GRACE_MS = 7 * 24 * 60 * 60 * 1000
const BATCH_SIZE = 100
/** Emptying the texts of a customer with a million charges takes minutes, and the trigger is part of one statement. */
const LONGEST_STATEMENT_MS = 15 * 60 * 1000
const ERASED_NICKNAME = '已注销用户'

/** Revokes a user's API keys and grants; applications/ does it. */
export type RevokeAccess = (tx: Query, userId: string, at: Date) => Promise<void>

/**
 * Marks the account as closing, ends every session and revokes API keys and grants; the next login cancels the
 * closing.
 */
export async function closeAccount(
  deps: Deps & { revokeAccess: RevokeAccess },
  { password }: InputOf<typeof contract.closeAccount>,
  session: Session,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OutputOf<typeof contract.closeAccount>> {
  requireSecondFactor(session, deps.now())
  const { userId, tokenHash } = session
  const wrong = wrongPasswordError('password', '密码不正确')
  const stored = await verifyOwnPassword(deps, userId, password, wrong)
  const closesAt = await deps.sql.begin(async (tx) => {
    const account = await lockUser(tx, userId)
    if (account?.passwordHash !== stored) throw wrong
    // a refused login may have ended the session meanwhile, and cancelled a closing
    if (!(await lockSession(tx, tokenHash))) throw new AppError('UNAUTHENTICATED')
    const isBlocked = account.blockedAt !== null
    return beginClosing(deps, tx, { userId, email: account.email, isBlocked })
  })
  await deps.limits.reset(accountLimits.reauthUser, userId)
  request.session = null
  clearLoginCookies(reply, deps.config)
  request.server.csrf.issue(request, reply)
  return { closesAt: closesAt.toISOString() }
}

/**
 * Closes a locked account in seven days unless its owner logs in, or of a blocked one once it is unblocked; returns when.
 * Sessions, API keys and grants end now.
 */
export async function beginClosing(
  deps: Pick<Deps, 'now' | 'config' | 'content'> & { revokeAccess: RevokeAccess },
  tx: Query,
  { userId, email, isBlocked }: { userId: string; email: string; isBlocked: boolean },
): Promise<Date> {
  const now = deps.now()
  const closesAt = new Date(now.getTime() + CLOSING_GRACE_MS)
  await setClosingTime(tx, userId, closesAt)
  await deleteSessionsOf(tx, userId)
  await deps.revokeAccess(tx, userId, now)
  await deleteResetToken(tx, userId)
  await queueMail(
    tx,
    { to: email, ...accountClosingMail(deps, { closesAt, isBlocked }) },
    { userId },
  )
  return closesAt
}

/**
 * Erases the accounts whose grace period is over and that are not blocked; one that fails does not stop the others. Orders and credit
 * remain, without personal data: a trigger on `closed_at` takes the texts out of books and audit log.
 */
export async function eraseClosedAccounts(
  deps: Erasing,
  endSpending: EndSpending,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.now()
  const failures = new BatchFailures(deps.log)
  for (;;) {
    const due = await listDueToClose(deps.sql, now, {
      limit: BATCH_SIZE,
      except: failures.subjects,
    })
    for (const userId of due) {
      if (signal.aborted) return
      await failures.guard(userId, () => erase(deps, endSpending, userId, now))
    }
    if (due.length < BATCH_SIZE) return failures.throwAny()
  }
}

type Erasing = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content'>

/** Ends all that applications may do with an erased user's credit, and releases their holds; applications/ does it. */
export type EndSpending = (tx: Query, userId: string, at: Date) => Promise<void>

async function erase(
  deps: Erasing,
  endSpending: EndSpending,
  userId: string,
  now: Date,
): Promise<void> {
  await deps.sql.begin(
    async (tx) => {
      const email = await lockDueToClose(tx, userId, now)
      if (email === null) return
      await deleteCodes(tx, userId, [email])
      await eraseUser(tx, userId, { nickname: ERASED_NICKNAME, now })
      await endSpending(tx, userId, now)
      await discardMails(tx, { userId, to: email })
      await queueMail(tx, { to: email, ...accountClosedMail(deps) })
    },
    { statementMs: LONGEST_STATEMENT_MS },
  )
}
