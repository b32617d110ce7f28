import type * as contract from '#contract/invoices/invoices.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { uuidv7 } from '../db/ids.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { endRequest, insertInvoiceEvent, lockInvoice } from './invoices.store.ts'
import { toInvoices } from './to-invoice.ts'
import { isUuid } from '../db/ids.ts'

/** Throws NOT_FOUND, also for another user's invoice, and INVOICE_STATE for one that was answered. */
export function withdrawInvoice(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  userId: string,
  id: string,
): Promise<OutputOf<typeof contract.withdrawInvoice>> {
  if (!isUuid(id)) throw new AppError('NOT_FOUND')
  return sql.begin(async (tx) => {
    const held = await lockInvoice(tx, id)
    if (held?.userId !== userId) throw new AppError('NOT_FOUND')
    // repeated, it is the same request
    if (held.state !== 'withdrawn') {
      if (held.state !== 'requested') throw new AppError('INVOICE_STATE')
      const state = 'withdrawn'
      await endRequest(tx, id, { state, reason: null })
      await insertInvoiceEvent(tx, {
        ...{ id: uuidv7(), invoiceId: id, state, by: { actor: 'user' }, reason: null, at: now() },
      })
    }
    const [invoice] = await toInvoices(tx, [{ ...held, state: 'withdrawn' }])
    return { invoice: invoice! }
  })
}
