import * as z from 'zod/mini'
import { queuePush } from '../alerts/pushes/queue-push.ts'
import type { Deps } from '../deps.ts'
import { sweepAll } from '../jobs/sweep.ts'
import type { TimedJob } from '../jobs/timed.ts'
import { moneyText } from '../lib/money-text.ts'
import { mailInvoice } from './invoice-mails.ts'
import { findInvoice } from './invoices.store.ts'
import { deleteOldUploads } from './titles.store.ts'

const EVERY_MS = 10 * 60 * 1000
/** How long an uploaded PDF waits for its action. */
export const UPLOAD_LIFETIME_MS = 60 * 60 * 1000

const payloadSchema = z.object({
  id: z.string(),
  event: z.string(),
  state: z.enum(['rejected', 'reversal_due']),
})

type Needs = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content'>

/** Tells of invoices that a refund has changed: a trigger of the orders queues the job in the refund's transaction. */
export function invoiceChangeHandlers(deps: Needs) {
  return {
    async 'invoice-changed'(payload: unknown) {
      const { id, event, state } = payloadSchema.parse(payload)
      await deps.sql.begin(async (tx) => {
        const invoice = await findInvoice(tx, id)
        if (invoice?.state !== state) return
        if (state === 'rejected') return mailInvoice(tx, deps, invoice, 'ended', event)
        await queuePush(tx, {
          ...{ topic: 'invoices', kind: 'invoice_reversal_due', subject: event, at: deps.now() },
          ...{ title: '有发票需红冲', detail: moneyText(invoice.amount, invoice.currency) },
          path: `/invoices/invoice?invoice=${id}`,
        })
      })
    },
  }
}

/** The timed job of invoices. */
export function invoiceJobs({ sql, now, log }: Needs): TimedJob[] {
  return [
    {
      name: 'sweep-invoice-uploads',
      everyMs: EVERY_MS,
      run: (stop) => {
        const before = new Date(now().getTime() - UPLOAD_LIFETIME_MS)
        return sweepAll({ invoice_uploads: () => deleteOldUploads(sql, before) }, { log, stop })
      },
    },
  ]
}
