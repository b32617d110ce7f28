import { type Dispute, type Intent, pagesOf, type Payments, type Refund } from './payments.ts'

/** A payment as the provider reports it now. */
export interface ProviderSnapshot {
  intent: Intent
  /** Absent: not asked about. */
  refunds?: readonly Refund[]
  disputes?: readonly Dispute[]
}

/**
 * Fetches an intent and, when it has some or `withReversals` is set, its refunds and disputes. Throws
 * PaymentFailure when the provider does not answer all of it.
 */
export async function fetchSnapshot(
  payments: Payments,
  intentId: string,
  { withReversals }: { withReversals: boolean },
): Promise<ProviderSnapshot> {
  const intent = await payments.retrieveIntent(intentId)
  const { charge } = intent
  const isReversed = charge !== null && (charge.amountRefunded > 0 || charge.isDisputed)
  if (!withReversals && !isReversed) return { intent }
  const [refunds, disputes] = await Promise.all([
    listAll(pagesOf((listing) => payments.listRefunds(listing), { intentId })),
    listAll(pagesOf((listing) => payments.listDisputes(listing), { intentId })),
  ])
  return { intent, refunds, disputes }
}

async function listAll<Item>(pages: AsyncGenerator<Item[]>): Promise<Item[]> {
  return (await Array.fromAsync(pages)).flat()
}
