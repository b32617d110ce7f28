import { searchOf } from '#web/lib/href.ts'
import type { ActionForm } from '#contract/console/actions.ts'

/** The pages of the console. */
export type ConsolePath =
  | '/'
  | '/orders'
  | '/orders/order'
  | '/users'
  | '/users/user'
  | '/invoices'
  | '/invoices/invoice'
  | '/books'
  | '/mails'
  | '/events'
  | '/plans'
  | '/plans/plan'
  | '/announcements'
  | '/announcements/announcement'
  | '/credit'
  | '/credit/ledger'
  | '/applications'
  | '/applications/application'
  | '/actions'
  | '/audit'
  | '/signatures'
  | '/staff'
  | '/settings'
  | '/security'
  | '/sources'
  | '/alerts'
  | '/invitation'

/** An address of the console with its query; empty values are left out. */
export function consoleHref(
  path: ConsolePath,
  query: Record<string, string | undefined> = {},
): string {
  return path + searchOf(query)
}

/** The page of one order. */
export function orderHref(order: string): string {
  return consoleHref('/orders/order', { order })
}

/** The page of one invoice. */
export function invoiceHref(invoice: string): string {
  return consoleHref('/invoices/invoice', { invoice })
}

/** The page of one user. */
export function userHref(user: string): string {
  return consoleHref('/users/user', { user })
}

/** The page of one application. */
export function applicationHref(id: string): string {
  return consoleHref('/applications/application', { id })
}

/** Where an action begins: a page with a form of its own, or the dialog of all actions. */
export function formHref({ command, ownForm }: Pick<ActionForm, 'command' | 'ownForm'>): string {
  return ownForm ?? consoleHref('/actions', { do: command })
}
