import { listChangesOf } from '../../credit/ledger.store.ts'
import { previewAccount } from '../../credit/preview-account.ts'
import type { Query } from '../../db/sql.ts'
import type { OrderRow } from '../orders/order.ts'
import { listDisputesOf } from './disputes.store.ts'
import { rebalanceOrderCredit } from './order-credit.ts'
import type { RefundRow } from './refunds.store.ts'
import { reversedMoney } from './store-refunds-and-disputes.ts'

/** What a refund would do to the buyer's credit. */
export interface ExpectedClawback {
  /** Credit that it takes back; 0 also where none was granted or it has ended. */
  amount: number
  /** Of `amount` what the order's own credit no longer has, and other credit of the buyer pays. */
  fromOthers: number
  /** Of `amount` what no credit can pay; the next credit pays it. */
  debt: number
  balance: number
  balanceAfter: number
}

/** Computes as the booking of the refund does; locks nothing and stores nothing. */
export async function previewClawback(
  sql: Query,
  order: OrderRow,
  { amount, refunds, at }: { amount: number; refunds: readonly RefundRow[]; at: Date },
): Promise<ExpectedClawback> {
  const [account, stored, disputes] = await Promise.all([
    previewAccount(sql, order.userId, at),
    listChangesOf(sql, order.userId, order.id),
    listDisputesOf(sql, order.id),
  ])
  const { balance } = account
  const reversed = reversedMoney(order, refunds, disputes)
  reversed.refunded += amount
  const known = account.newEntries.length
  const change = rebalanceOrderCredit(account, {
    stored,
    reversed,
    ...{ key: 'preview', actor: 'operator', at },
  })
  const taken = account.newEntries.slice(known).filter(({ type }) => type === 'refund_clawback')
  const lots = new Map(account.lots.map((lot) => [lot.id, lot]))
  const sumOf = (entries: typeof taken) => entries.reduce((sum, { delta }) => sum - delta, 0)
  const isDebt = ({ lotId }: (typeof taken)[number]) => lots.get(lotId)?.kind === 'debt'
  const isOwn = ({ lotId }: (typeof taken)[number]) => lots.get(lotId)?.reference === order.id
  return {
    amount: sumOf(taken),
    fromOthers: sumOf(taken.filter((entry) => !isDebt(entry) && !isOwn(entry))),
    debt: sumOf(taken.filter(isDebt)),
    balance,
    balanceAfter: balance + change,
  }
}
