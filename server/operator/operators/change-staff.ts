import type { Query } from '../../db/sql.ts'
import { isCheckViolation } from '../../db/sql.ts'
import { Refusal } from '../exit.ts'
import { AppError } from '../../http/app-error.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { ActionActor } from '../audit/actions.store.ts'
import type { OperatorContext } from '../operator.ts'
import { staffChangedMail } from './operator-mails.ts'
import {
  listOwnerEmails,
  lockOperators,
  lockOperatorSession,
  type OperatorRow,
} from './operators.store.ts'

interface StaffChange {
  /** A sentence without its end, for the mail. */
  what: string
  /** Null: nobody who can sign in yet. */
  colleague: Pick<OperatorRow, 'id' | 'email'> | null
}

/**
 * Changes in one transaction who may use the console. Throws UNAUTHENTICATED when the session of the acting operator
 * has ended since the action began. Mails the colleague concerned and every owner from before and after the change,
 * because a browser that was taken over would do it in secret otherwise.
 */
export function changeStaff<T>(
  { sql, content, call }: Pick<OperatorContext, 'sql' | 'content' | 'call'>,
  { what, colleague }: StaffChange,
  work: (tx: Query) => Promise<T>,
): Promise<T> {
  return sql.begin(async (tx) => {
    await lockActor(tx, call.actor, colleague === null ? [] : [colleague.id])
    const before = await listOwnerEmails(tx)
    const result = await work(tx)
    const recipients = new Set([...before, ...(await listOwnerEmails(tx))])
    if (colleague !== null) recipients.add(colleague.email)
    for (const to of recipients) {
      const facts = { what, by: call.actor.operator, isOwn: to === colleague?.email }
      await queueMail(tx, { to, ...staffChangedMail({ content }, facts) })
    }
    return result
  })
}

/**
 * Locks the colleagues, and the session of whoever acts in the console; a terminal has none. No command that changes
 * staff is signed today, and a signed one would be refused here: it has the requester's id with the signer's session.
 */
async function lockActor(
  tx: Query,
  { channel, operatorId, sessionId }: ActionActor,
  colleagues: readonly string[],
): Promise<void> {
  if (channel === 'terminal') return lockOperators(tx, colleagues)
  const isLive =
    operatorId !== null &&
    sessionId !== null &&
    (await lockOperatorSession(tx, { operatorId, sessionId }, colleagues))
  if (!isLive) throw new AppError('UNAUTHENTICATED')
}

/** Turns the database's refusal to lose the last owner into a sentence. */
export function refuseLastOwner(error: unknown): never {
  if (!isCheckViolation(error, 'operators_owner')) throw error
  throw new Refusal('这是最后一位所有者：请先让另一位同事成为所有者', { code: 'LAST_OWNER' })
}
