import type * as contract from '#contract/console/invoices.ts'
import type { InvoiceListItem } from '#contract/console/invoices.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import {
  countInvoices,
  type InvoiceFilter,
  type ListedInvoice,
  listInvoices,
} from '../../operator/invoices/invoices-search.store.ts'
import { findUser } from '../../operator/users/users-search.store.ts'
import { idsOfDays } from '../days.ts'
import { countUpTo, filterBy, pageOf } from '../page-of.ts'
import type { ConsoleDeps } from '../deps.ts'

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

export async function listConsoleInvoices(
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
