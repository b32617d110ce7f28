import { type Dispute, type Intent, pagesOf, type Payments, type Refund } from './payments.ts'

/** What the provider says of an order, all of it as it stands now. */
export interface Word {
  intent: Intent
  /** Absent: not asked about. */
  refunds?: readonly Refund[]
  disputes?: readonly Dispute[]
}

/**
 * Asks about an intent and, when it tells of it or `mayHaveMoneyBack` says so, about money that went back or
 * is asked back. Throws PaymentFailure when the provider cannot tell all of it.
 */
export async function askProvider(
  payments: Payments,
  intentId: string,
  { mayHaveMoneyBack }: { mayHaveMoneyBack: boolean },
): Promise<Word> {
  const intent = await payments.retrieveIntent(intentId)
  const { charge } = intent
  const isTold = charge !== null && (charge.amountRefunded > 0 || charge.isDisputed)
  if (!mayHaveMoneyBack && !isTold) return { intent }
  const [refunds, disputes] = await Promise.all([
    all(pagesOf((listing) => payments.listRefunds(listing), { intentId })),
    all(pagesOf((listing) => payments.listDisputes(listing), { intentId })),
  ])
  return { intent, refunds, disputes }
}

async function all<Item>(pages: AsyncGenerator<Item[]>): Promise<Item[]> {
  const items = await Array.fromAsync(pages)
  return items.flat()
}
