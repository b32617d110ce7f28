import type { OrderDetail } from '#contract/console/orders.ts'
import type { Query } from '../../db/sql.ts'
import { maskCodes } from '../../gateways/mail/mask-codes.ts'
import type { DisputeRow } from '../../recharge/refunds/disputes.store.ts'
import type { RefundRow } from '../../recharge/refunds/refunds.store.ts'
import { listMailsByKeys } from './order-records.store.ts'

interface OrderFacts {
  id: string
  refunds: readonly RefundRow[]
  disputes: readonly DisputeRow[]
}

/** The mails about an order: their keys name the occasion, also when the content is gone. */
export async function listOrderMails(sql: Query, facts: OrderFacts): Promise<OrderDetail['mails']> {
  const titles = titlesByKey(facts)
  const mails = await listMailsByKeys(sql, [...titles.keys()])
  return mails.map(({ key, createdAt, finishedAt, lastError, ...mail }) => ({
    ...mail,
    title: titles.get(key)!,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    lastError: lastError && maskCodes(lastError),
  }))
}

/** The keys of `receipt-mail.ts` and `reversal-mails.ts`. */
function titlesByKey({ id, refunds, disputes }: OrderFacts): Map<string, string> {
  return new Map([
    [`order:${id}:paid`, '付款收据'],
    ...refunds.flatMap(({ providerId }): [string, string][] => [
      [`refund:${providerId}`, '退款通知'],
      [`refund:${providerId}:failed`, '退款没有成功'],
    ]),
    ...disputes.flatMap((dispute): [string, string][] => [
      [`dispute:${dispute.id}:open`, '付款有争议'],
      [`dispute:${dispute.id}:won`, '争议已结束，积分已恢复'],
      [`dispute:${dispute.id}:lost`, '争议已结束，款项退回持卡人'],
    ]),
  ])
}
