import { listAlerts } from '#contract/console/alerts.ts'
import { listActionForms } from '#contract/console/actions.ts'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import { listConsoleApplications, readConsoleApplication } from '#contract/console/applications.ts'
import { listAudit } from '#contract/console/audit.ts'
import { readDay } from '#contract/console/figures/books.ts'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import { listCreditLedger, listDebtors, readCreditLiability } from '#contract/console/credit.ts'
import { listConsoleEvents } from '#contract/console/events.ts'
import { readFigures, readSources } from '#contract/console/figures/figures.ts'
import { listConsoleInvoices } from '#contract/console/invoices.ts'
import { listConsoleMails } from '#contract/console/mails.ts'
import { listConsoleOrders, readConsoleOrder } from '#contract/console/orders/orders.ts'
import { listConsolePlans, readPlanHistory } from '#contract/console/plans.ts'
import { searchConsole } from '#contract/console/search.ts'
import { listSignatureRequests } from '#contract/console/staff/signatures.ts'
import { listConsoleUsers, listUserLedger, readConsoleUser } from '#contract/console/users.ts'
import type { SampleOrder } from './console-history.ts'

type Query = Record<string, string>
export type CallOf = (sample: SampleOrder) => [call: ConsoleCall, query: Query]
type Calls = Record<string, CallOf>

const DAY_MS = 24 * 60 * 60 * 1000

/** As the shop's own time zone shows it, or nearly. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
}

const week = { from: dayBefore(6), to: dayBefore(0) }
const yesterday = { from: dayBefore(1), to: dayBefore(1) }

/** The first page and the lists, by the name of their figures: they answer as fast in a large shop as in a small one. */
export const CALLS: Calls = {
  'first page': () => [readFigures, {}],
  'sources of a week': () => [readSources, { days: '7' }],
  'sources of 90 days': () => [readSources, { days: '90' }],
  orders: () => [listConsoleOrders, {}],
  'orders to verify': () => [listConsoleOrders, { state: 'exception' }],
  'paid orders': () => [listConsoleOrders, { state: 'paid' }],
  'orders by method': () => [listConsoleOrders, { method: 'alipay' }],
  'paid orders by method': () => [listConsoleOrders, { state: 'paid', method: 'alipay' }],
  'orders by source': () => [listConsoleOrders, { source: 'zhihu' }],
  'orders by a small source': () => [listConsoleOrders, { source: 'campaign-7' }],
  'direct orders': () => [listConsoleOrders, { source: '(direct)' }],
  'unusual orders': () => [listConsoleOrders, { unusual: '1' }],
  'open disputes': () => [listConsoleOrders, { disputed: '1' }],
  'orders of a user': ({ email }) => [listConsoleOrders, { user: email }],
  'orders of a day': () => [listConsoleOrders, { from: dayBefore(3), to: dayBefore(3) }],
  'orders of a week by source': () => [listConsoleOrders, { source: 'campaign-7', ...week }],
  'payments of yesterday': () => [listConsoleOrders, { by: 'paid', ...yesterday }],
  'first payments of yesterday': () => [
    listConsoleOrders,
    { by: 'paid', first: '1', ...yesterday },
  ],
  'payments of a week by source': () => [
    listConsoleOrders,
    { by: 'paid', source: 'campaign-7', ...week },
  ],
  'payments of a week by method': () => [
    listConsoleOrders,
    { by: 'paid', method: 'alipay', ...week },
  ],
  'refunds and disputes of a week': () => [listConsoleOrders, { by: 'reversed', ...week }],
  'failed attempts of a week by reason': () => [
    listConsoleOrders,
    { by: 'failed', failure: 'insufficient_funds', ...week },
  ],
  'failed attempts of a week by method': () => [
    listConsoleOrders,
    { by: 'failed', method: 'alipay', ...week },
  ],
  'one order': ({ orderNo }) => [readConsoleOrder, { order: orderNo }],
  users: () => [listConsoleUsers, {}],
  'user by e-mail': ({ email }) => [listConsoleUsers, { q: email }],
  'users by a part of the name': () => [listConsoleUsers, { q: 'Ann 12' }],
  'users by the beginning of the address': () => [listConsoleUsers, { q: 'customer-12' }],
  // all of one time, long ago
  'users by a part of the address': () => [listConsoleUsers, { q: 'stomer-12' }],
  'users by a name that nobody has': () => [listConsoleUsers, { q: '不存在' }],
  'users of yesterday': () => [listConsoleUsers, yesterday],
  'users of a week by source': () => [listConsoleUsers, { source: 'campaign-7', ...week }],
  'users by source': () => [listConsoleUsers, { source: 'campaign-7' }],
  'one user': ({ userId }) => [readConsoleUser, { user: userId }],
  'ledger of a user': ({ userId }) => [listUserLedger, { user: userId }],
  credit: () => [readCreditLiability, {}],
  debtors: () => [listDebtors, {}],
  'ledger of 30 days': () => [listCreditLedger, {}],
  'ledger of a day': () => [listCreditLedger, yesterday],
  'ledger by user': ({ email }) => [listCreditLedger, { user: email }],
  'ledger by order': ({ orderNo }) => [listCreditLedger, { order: orderNo }],
  'ledger by type': () => [listCreditLedger, { type: 'adjust' }],
  'purchases of a day': () => [listCreditLedger, { type: 'purchase', ...yesterday }],
  'large movements of a day': () => [listCreditLedger, { min: '10000', ...yesterday }],
  applications: () => [listConsoleApplications, {}],
  'one application': ({ applicationId }) => [readConsoleApplication, { id: applicationId }],
  invoices: () => [listConsoleInvoices, {}],
  'invoices to make out': () => [listConsoleInvoices, { open: '1' }],
  mails: () => [listConsoleMails, {}],
  'dead mails': () => [listConsoleMails, { state: 'dead' }],
  events: () => [listConsoleEvents, {}],
  'events by type': () => [listConsoleEvents, { type: 'charge.refunded' }],
  'events of an order': ({ orderNo }) => [listConsoleEvents, { order: orderNo }],
  alerts: () => [listAlerts, {}],
  plans: () => [listConsolePlans, {}],
  'history of a plan': () => [readPlanHistory, { plan: 'trial' }],
  'signatures that wait': () => [listSignatureRequests, {}],
  audit: () => [listAudit, {}],
  'audit by subject': ({ orderNo }) => [listAudit, { subject: orderNo }],
  'search by order number': ({ orderNo }) => [searchConsole, { q: orderNo }],
  'search by e-mail': ({ email }) => [searchConsole, { q: email }],
  'search by card': () => [searchConsole, { q: '4242' }],
  'search by a part of the name': () => [searchConsole, { q: 'Ann 12' }],
  'search by refund': () => [searchConsole, { q: 're_55' }],
  'close of an empty day': () => [readDay, { day: dayBefore(400) }],
}

/** Sums over all rows of some days: they take longer where there are more of them. */
export const SUMS: Calls = {
  'close of yesterday': () => [readDay, { day: dayBefore(1) }],
}

/** They read nothing that grows with the shop, or ask the provider. */
const LEFT_OUT = new Set<ConsoleCall>([
  listActionForms,
  consoleApi.books.compareDay,
  consoleApi.orders.readProviderView,
  consoleApi.settings.listSettings,
  consoleApi.settings.listChecks,
  consoleApi.settings.runCheck,
  consoleApi.staff.listStaff,
  consoleApi.pushes.listPushChannels,
  consoleApi.exports.downloadExport,
  consoleApi.announcements.listAnnouncements,
  consoleApi.announcements.readAnnouncement,
  consoleApi.invoices.readConsoleInvoice,
  consoleApi.invoices.downloadInvoiceFile,
  ...Object.values(consoleApi.signIn),
  ...Object.values(consoleApi.invitation),
  ...Object.values(consoleApi.security),
])

/** Paths of the calls that read and that nobody has put into a table here. */
export function unmeasuredCalls(sample: SampleOrder): string[] {
  const measured = [...Object.values(CALLS), ...Object.values(SUMS)].map((of) => of(sample)[0])
  return Object.values(consoleApi)
    .flatMap((group): ConsoleCall[] => Object.values(group))
    .filter((call) => call.method === 'GET' && !LEFT_OUT.has(call) && !measured.includes(call))
    .map(({ path }) => path)
}
