import * as z from 'zod/mini'
import type { BalanceEntry } from './payments.ts'
import { parseResponse } from './stripe-response.ts'

const entry = z.object({
  object: z.literal('balance_transaction'),
  id: z.string(),
  amount: z.int(),
  net: z.int(),
  currency: z.string(),
  type: z.string(),
})

/** Money that moves between the balance and a bank account, or lies aside in it: neither income nor cost. */
const MOVED = /^(payout|transfer|topup|reserve|connect_reserve|risk_reserve|obligation|advance)/
/** Fees that are booked by themselves. */
const FEES = /(^|_)fee$/

export function toBalanceEntry(answer: unknown): BalanceEntry {
  const { id, amount, net, currency, type } = parseResponse(entry, answer, 'balance transaction')
  if (MOVED.test(type)) return { id, currency, fee: 0, net: 0 }
  return { id, currency, fee: FEES.test(type) ? -net : amount - net, net }
}
