import type { AuditEntry } from '#contract/console/audit-entry.ts'
import type { OrderDetail } from '#contract/console/orders/orders.ts'
import type { Query } from '../../db/sql.ts'
import { maskCodes } from '../../gateways/mail/mailer.ts'
import type { DisputeRow } from '../../recharge/refunds/disputes.store.ts'
import type { RefundRow } from '../../recharge/refunds/refunds.store.ts'
import { mailTitle } from '../mails/mail-titles.ts'
import { listMailsByKeys } from './order-records.store.ts'

interface OrderFacts {
  id: string
  refunds: readonly RefundRow[]
  disputes: readonly DisputeRow[]
  /** The operators' actions on it: each receipt that one sent again has the action's id in its key. */
  actions: readonly Pick<AuditEntry, 'id' | 'command'>[]
}

/** The mails about an order: their keys name the occasion, also when the content is gone. */
export async function listOrderMails(sql: Query, facts: OrderFacts): Promise<OrderDetail['mails']> {
  const mails = await listMailsByKeys(sql, keysOf(facts))
  return mails.map(({ key, createdAt, finishedAt, lastError, ...mail }) => ({
    ...mail,
    title: mailTitle(key)!,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    lastError: lastError && maskCodes(lastError),
  }))
}

/** The keys of `receipt-mail.ts` and `reversal-mails.ts`. */
function keysOf({ id, refunds, disputes, actions }: OrderFacts): string[] {
  const receipt = `order:${id}:paid`
  return [
    receipt,
    ...actions
      .filter(({ command }) => command === 'orders receipt')
      .map((action) => `${receipt}:${action.id}`),
    ...refunds.flatMap(({ providerId }) => [`refund:${providerId}`, `refund:${providerId}:failed`]),
    ...disputes.flatMap((dispute) =>
      ['open', 'won', 'lost'].map((outcome) => `dispute:${dispute.id}:${outcome}`),
    ),
  ]
}
