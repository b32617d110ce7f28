import { endSpending } from '../../applications/keys/end-spending.ts'
import type { Query } from '../../db/sql.ts'
import { eraseInvoices } from '../../invoices/invoices.store.ts'

/** Ends what other features keep of an account that is erased. A refund locks credit before invoices, and so does this. */
export async function endClosedAccount(tx: Query, userId: string, at: Date): Promise<void> {
  await endSpending(tx, userId, at)
  await eraseInvoices(tx, userId, at)
}
