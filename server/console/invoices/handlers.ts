import type * as contract from '#contract/console/invoices.ts'
import type { InvoiceListItem } from '#contract/console/invoices.ts'
import { AppError } from '../../http/app-error.ts'
import { findPdf } from '../../invoices/files.store.ts'
import { findInvoice, listInvoicedOrders } from '../../invoices/invoices.store.ts'
import { numberOf, sendPdf } from '../../invoices/send-pdf.ts'
import { recordAction } from '../../operator/audit/actions.store.ts'
import {
  countInvoices,
  findInvoiceId,
  findListedInvoice,
  type InvoiceFilter,
  type ListedInvoice,
  listFiles,
  listInvoiceEvents,
  listInvoices,
} from '../../operator/invoices/invoices-search.store.ts'
import { consoleActor } from '../actor.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import { findUser } from '../../operator/users/users-search.store.ts'
import { idsOfDays } from '../days.ts'
import { countUpTo, filterBy, pageOf } from '../page-of.ts'
import { toWireOrder } from '../../invoices/to-invoice.ts'
import { uuidv7 } from '../../db/ids.ts'
import { findPdfProblem } from '../../invoices/check-pdf.ts'
import { insertUpload } from '../../operator/invoices/issue.store.ts'
import type { OperatorSession } from '../sessions/sessions.ts'

export function invoiceHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  const { sql } = deps
  return {
    listConsoleInvoices: ({ input }) => listConsoleInvoices(deps, input),
    readConsoleInvoice: ({ input }) => readConsoleInvoice(deps, input.invoice),
    uploadInvoiceFile: ({ input, session }) => uploadInvoiceFile(deps, session, input),
    async downloadInvoiceFile({ input: { invoice: reference, file }, reply, session }) {
      const id = await findInvoiceId(sql, reference)
      const invoice = id === null ? null : await findInvoice(sql, id)
      const pdf = invoice && (await findPdf(sql, invoice.id, file))
      if (invoice === null || pdf === null) throw new AppError('NOT_FOUND')
      await recordAction(sql, {
        ...consoleActor(session),
        ...{ command: 'console invoice-file', given: { file }, subject: invoice.id, reason: null },
        ...{ outcome: 'done', result: {} },
      })
      return sendPdf(reply, pdf, { id: invoice.id, number: numberOf(invoice, file) }, file)
    },
  }
}

type Input = InputOf<typeof contract.listConsoleInvoices>

/** Null when nobody is the named user. Throws VALIDATION for a day range that ends before it begins. */
export async function selectInvoices(
  sql: Query,
  input: Omit<Input, 'limit' | 'before'>,
  { content }: Pick<ConsoleDeps, 'content'>,
): Promise<InvoiceFilter | null> {
  const days = idsOfDays(input, content.site.timeZone)
  const named = filterBy(input.user)
  const user = named === null ? null : await findUser(sql, named.toLowerCase())
  if (named !== null && user === null) return null
  return {
    ...days,
    state: input.state ?? null,
    isOpen: input.open !== undefined,
    userId: user?.id ?? null,
    text: filterBy(input.q),
  }
}

async function listConsoleInvoices(
  { sql, content }: Pick<ConsoleDeps, 'sql' | 'content'>,
  { limit, before, ...input }: Input,
): Promise<OutputOf<typeof contract.listConsoleInvoices>> {
  const filter = await selectInvoices(sql, input, { content })
  if (filter === null) return { invoices: [], count: { count: 0, isMore: false }, next: null }
  const [rows, count] = await Promise.all([
    listInvoices(sql, filter, { before: before ?? null, limit: limit + 1 }),
    countUpTo((most) => countInvoices(sql, filter, most)),
  ])
  const { shown, next } = pageOf(rows, limit, ({ id }) => id)
  return { invoices: shown.map(toListItem), count, next }
}

export function toListItem({
  userId,
  userEmail,
  requestedAt,
  ...invoice
}: ListedInvoice): InvoiceListItem {
  return {
    ...invoice,
    user: userEmail === null ? null : { id: userId, email: userEmail },
    requestedAt: requestedAt.toISOString(),
  }
}

/** The invoice with this id or number. Throws NOT_FOUND. */
async function readConsoleInvoice(
  { sql }: Pick<ConsoleDeps, 'sql'>,
  reference: string,
): Promise<OutputOf<typeof contract.readConsoleInvoice>> {
  const id = await findInvoiceId(sql, reference)
  if (id === null) throw new AppError('NOT_FOUND', { message: `没有这张发票：${reference}` })
  const [listed, invoice, orders, files, history] = await Promise.all([
    findListedInvoice(sql, id),
    findInvoice(sql, id),
    listInvoicedOrders(sql, [id]),
    listFiles(sql, id),
    listInvoiceEvents(sql, id),
  ])
  if (listed === null || invoice === null) throw new AppError('NOT_FOUND')
  return {
    ...toListItem(listed),
    email: invoice.email ?? '',
    orders: orders.map(toWireOrder),
    issuedAt: invoice.issuedAt?.toISOString() ?? null,
    reversalNumber: invoice.reversalNumber,
    reversedAt: invoice.reversedAt?.toISOString() ?? null,
    reason: invoice.reason,
    files: files.map((file) => ({ ...file, uploadedAt: file.uploadedAt.toISOString() })),
    history: history.map((event) => ({ ...event, at: event.at.toISOString() })),
  }
}

/** Keeps a PDF for the action that follows. Throws VALIDATION for what is none. */
async function uploadInvoiceFile(
  { sql, now }: Pick<ConsoleDeps, 'sql' | 'now'>,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { name, content: base64 }: InputOf<typeof contract.uploadInvoiceFile>,
): Promise<OutputOf<typeof contract.uploadInvoiceFile>> {
  const content = Buffer.from(base64, 'base64')
  const message = findPdfProblem(content)
  if (message !== null) throw new AppError('VALIDATION', { message, fields: { content: message } })
  const id = uuidv7()
  await sql.begin((tx) => insertUpload(tx, { id, operatorId, name, content, at: now() }))
  return { id, name, bytes: content.length }
}
