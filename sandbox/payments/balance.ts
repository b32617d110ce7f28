import type { Change } from '../storage/state.ts'

/** Of the amount of a payment; refunds give nothing of it back. */
const FEE_SHARE = 0.034

interface BalanceEntry {
  id: string
  object: 'balance_transaction'
  amount: number
  currency: string
  created: number
  fee: number
  net: number
  source: string
  status: 'available'
  type: 'charge' | 'refund' | 'adjustment'
}

/** What payments, refunds and disputes did to the balance; those that came to nothing are not in it. Newest first. */
export function listBalance(change: Change): BalanceEntry[] {
  const entry = (
    { id, currency, created }: { id: string; currency: string; created: number },
    { type, amount, fee = 0 }: Pick<BalanceEntry, 'type' | 'amount'> & { fee?: number },
  ): BalanceEntry => ({
    ...{ id: `txn_${id}`, object: 'balance_transaction', amount, currency, created, fee, type },
    ...{ net: amount - fee, source: id, status: 'available' },
  })
  const charges = change
    .rows('charges')
    .filter(({ status }) => status === 'succeeded')
    .map((charge) => {
      const { amount } = charge
      return entry(charge, { type: 'charge', amount, fee: Math.round(amount * FEE_SHARE) })
    })
  const refunds = change
    .rows('refunds')
    .filter(({ status }) => status === 'succeeded')
    .map((refund) => entry(refund, { type: 'refund', amount: -refund.amount }))
  const disputes = change
    .rows('disputes')
    .filter(({ status }) => status !== 'won')
    .map((dispute) => entry(dispute, { type: 'adjustment', amount: -dispute.amount }))
  return [...charges, ...refunds, ...disputes].toSorted((a, b) => b.created - a.created)
}
