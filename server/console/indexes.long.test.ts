import { expect, test } from 'vitest'
import { listWaitingMessages } from '../alerts/pushes/messages.store.ts'
import { withCustomPlans } from '../db/reads.ts'
import { uuidv7 } from '../db/ids.ts'
import type { Query, Sql } from '../db/sql.ts'
import { findLastBackup, findOldestDueJob } from '../operator/doctor/doctor.store.ts'
import { findLastEventTime } from '../process/metrics/metrics.store.ts'
import { findNamedOrder } from '../operator/orders/find-order.ts'
import {
  countInvoices,
  findInvoiceId,
  type InvoiceFilter,
  listInvoices,
  listInvoicesByNumber,
} from '../operator/invoices/invoices-search.store.ts'
import { listInvoiceableOrders, listInvoicesOf } from '../invoices/invoices.store.ts'
import {
  ALL_USERS,
  findUser,
  matchBeginnings,
  matchRareUsers,
  searchUsers,
} from '../operator/users/users-search.store.ts'
import { listPlanChanges } from '../operator/plans/plans.store.ts'
import { fillTables } from '../testing/console/fill-tables.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { listMoneyMovements } from '../operator/books/day.store.ts'
import { listAlertPage } from './alerts/alerts.store.ts'
import { listEvents } from './events/events.store.ts'
import { sumPaid, sumReversals } from './figures/payments.store.ts'
import { countAttempts } from './figures/attempts.store.ts'
import { countNewUsers } from './figures/sources.store.ts'
import { findSnapshot } from './figures/snapshots.store.ts'
import {
  findAlerts,
  findDeadMails,
  findExceptions,
  findFailingWebhooks,
  findOpenDisputes,
  findOpenInvoices,
  findStuckPayments,
} from './figures/waiting/waiting.store.ts'
import { listMailPage, listMailsBySubject } from './mails/mails.store.ts'
import { listEventsOf, listMailsByKeys } from './orders/order-records.store.ts'
import {
  ANY_ORDER,
  countOrders,
  listOrders,
  listOrdersByCard,
  lookAtOrders,
  type OrderFilter,
} from './orders/orders.store.ts'
import { findReversedOrder, listUsersByAddress } from './search/search.store.ts'
import { findLastLogins } from './users/credit.store.ts'

const LONG = 120_000
/** Rows that one statement may look at: a page and little more. */
const MOST_ROWS = 200

const page = { before: null, limit: 51 }
const aDay = { from: new Date('2026-08-01T00:00:00Z'), until: new Date('2026-08-02T00:00:00Z') }
const emptyDay = { from: aDay.until, until: new Date('2026-08-03T00:00:00Z') }
const midDay = {
  micros: String(Date.parse('2026-08-01T12:00:00Z') * 1000),
  rank: 1,
  key: '00000000-0000-0000-0000-000000000000',
}
const anyMail = { id: null, state: null, to: null }
const ever = { from: new Date(0), until: new Date('2100-01-01T00:00:00Z') }
const anHour = {
  from: new Date(Date.now() - 3 * 3_600_000),
  until: new Date(Date.now() - 2 * 3_600_000),
}
const anyInvoice: InvoiceFilter = {
  ...{ state: null, isOpen: false, userId: null, text: null },
  ...{ fromId: null, untilId: null },
}
const anyEvent = { id: null, type: null, orderId: null }

/** Runs a store's statements, each as if it found nothing, and returns what PostgreSQL did for each. */
async function plansOf(sql: Sql, run: (query: Query) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  await withCustomPlans(sql, async (tx) => {
    const explain: Query = async (strings, ...values) => {
      const [head = '', ...rest] = strings
      const parts = [`explain (analyze, timing off, costs off, buffers off) ${head}`, ...rest]
      const lines = await tx<{ 'QUERY PLAN': string }>(
        Object.assign(parts, { raw: parts }),
        ...values,
      )
      plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
      return []
    }
    await run(explain).catch(() => {})
  })
  return plans
}

test(
  'filled tables: every list, every filter and every search reads a page of rows by an index',
  async () => {
    await using database = await createTestDatabase()
    const { sql } = database
    const { orderId, userId } = await fillTables(database)
    const orders = (filter: Partial<OrderFilter>) => (query: Query) =>
      listOrders(query, { ...ANY_ORDER, ...filter }, page)
    const look = (filter: Partial<OrderFilter>) => (query: Query) =>
      lookAtOrders(query, { ...ANY_ORDER, ...ever, ...filter }, 101)
    const invoices = (filter: Partial<InvoiceFilter>) => (query: Query) =>
      listInvoices(query, { ...anyInvoice, ...filter }, page)
    const reads: Record<string, (query: Query) => Promise<unknown>> = {
      orders: orders({}),
      'orders, next page': (query) => listOrders(query, ANY_ORDER, { ...page, before: orderId }),
      'orders by state': orders({ state: 'exception' }),
      'orders of no one': orders({ state: 'refunded' }),
      'orders of a user': orders({ userId }),
      'orders of a user by state': orders({ userId, state: 'refunded' }),
      'orders by method': orders({ method: 'alipay' }),
      'orders by unused method': orders({ method: 'wechat_pay' }),
      'expired orders by method': orders({ state: 'expired', method: 'card' }),
      'orders by source': orders({ source: 'zhihu' }),
      'unusual orders': orders({ isUnusual: true }),
      'disputed orders': orders({ isDisputed: true }),
      'orders of no day': orders({ from: new Date(Date.now() + 1e9) }),
      'count by state': (query) => countOrders(query, { ...ANY_ORDER, state: 'exception' }, 101),
      'bounded count': (query) => countOrders(query, ANY_ORDER, 101),
      'orders by card': (query) => listOrdersByCard(query, '0042', 8),
      'order by number': (query) => findNamedOrder(query, '7'.padStart(18, '0')),
      'order by intent': (query) => findNamedOrder(query, 'pi_7'),
      'order by refund': (query) => findReversedOrder(query, 're_7'),
      'user by address': (query) => findUser(query, '7@example.com'),
      'user by id': (query) => findUser(query, userId),
      'users by address': (query) => listUsersByAddress(query, '77', 8),
      'users by a part of their address': (query) =>
        searchUsers(query, { ...ALL_USERS, text: '77@exa' }, ['77@', '7@e'], page),
      'users who may have a text': (query) =>
        matchRareUsers(query, { ...ALL_USERS, text: '77@exa' }, ['77@', '7@e'], {
          ...page,
          most: 1000,
        }),
      'users whose address begins so': (query) =>
        matchBeginnings(query, '77', { after: '77', limit: page.limit }),
      'users by source': (query) => searchUsers(query, { ...ALL_USERS, source: 'zhihu' }, [], page),
      'blocked users': (query) => searchUsers(query, { ...ALL_USERS, isBlocked: true }, [], page),
      'last logins of users': (query) => findLastLogins(query, [userId]),
      mails: (query) => listMailPage(query, anyMail, page),
      'mail by id': (query) => listMailPage(query, { ...anyMail, id: orderId }, page),
      'dead mails': (query) => listMailPage(query, { ...anyMail, state: 'dead' }, page),
      'waiting mails': (query) => listMailPage(query, { ...anyMail, state: 'waiting' }, page),
      'mails to somebody': (query) =>
        listMailPage(query, { ...anyMail, to: '7@example.com' }, page),
      'mails by subject': (query) => listMailsBySubject(query, 'mail 77', 8),
      'mails by key': (query) => listMailsByKeys(query, ['k1', 'k2']),
      invoices: invoices({}),
      'invoices, next page': (query) =>
        listInvoices(query, anyInvoice, { ...page, before: orderId }),
      'invoices that wait': invoices({ isOpen: true }),
      'invoices to reverse': invoices({ isOpen: true, state: 'reversal_due' }),
      'invoices of no one': invoices({ state: 'withdrawn' }),
      'invoices of a user': invoices({ userId }),
      'invoices by number': invoices({ text: '12345678' }),
      'invoices by tax number': invoices({ text: '7'.padStart(18, '0') }),
      'invoices of no day': invoices({ fromId: uuidv7(Date.now() + 1e9) }),
      'count of invoices': (query) => countInvoices(query, anyInvoice, 101),
      'count of invoices that wait': (query) =>
        countInvoices(query, { ...anyInvoice, isOpen: true }, 101),
      'invoice that was pasted': (query) => listInvoicesByNumber(query, '12345678', 8),
      'invoice by id': (query) => findInvoiceId(query, orderId),
      'waiting invoices': (query) => findOpenInvoices(query, 'requested', 101),
      'invoices of a customer': (query) =>
        listInvoicesOf(query, { userId, state: null, limit: 20, offset: 0 }),
      'orders without an invoice': (query) =>
        listInvoiceableOrders(query, { userId, limit: 20, offset: 0 }),
      events: (query) => listEvents(query, anyEvent, page),
      'events, next page': (query) =>
        listEvents(query, anyEvent, { ...page, before: { micros: '1', id: 'evt_1' } }),
      'event by id': (query) => listEvents(query, { ...anyEvent, id: 'evt_1' }, page),
      'events by type': (query) =>
        listEvents(query, { ...anyEvent, type: 'charge.dispute.created' }, page),
      'events by order': (query) => listEvents(query, { ...anyEvent, orderId }, page),
      'history of a plan': (query) => listPlanChanges(query, 'p7', page),
      'history of a plan, next page': (query) =>
        listPlanChanges(query, 'p7', { ...page, before: orderId }),
      'movements of a day': (query) => listMoneyMovements(query, aDay, { after: null, limit: 51 }),
      'movements of a day, next page': (query) =>
        listMoneyMovements(query, aDay, { after: midDay, limit: 51 }),
      'movements of an empty day': (query) =>
        listMoneyMovements(query, emptyDay, { after: null, limit: 51 }),
      'events of an order': (query) => listEventsOf(query, orderId),
      'paid orders': orders({ by: 'paid', ...ever }),
      'paid orders by source': orders({ by: 'paid', ...ever, source: 'zhihu' }),
      'paid orders of an hour': orders({ by: 'paid', ...anHour, isFirst: true }),
      'refunded orders of an hour': orders({ by: 'reversed', ...anHour }),
      'orders that failed in an hour': orders({ by: 'failed', ...anHour }),
      'look at paid orders': look({ by: 'paid', isFirst: true }),
      'look at paid orders by source': look({ by: 'paid', source: 'zhihu' }),
      'look at refunded orders': look({ by: 'reversed' }),
      'look at orders that failed': look({ by: 'failed' }),
      'payments of an hour': (query) => sumPaid(query, anHour),
      'reversals of an hour': (query) => sumReversals(query, anHour),
      'attempts of an hour': (query) => countAttempts(query, anHour),
      'users of a moment': (query) =>
        countNewUsers(query, {
          from: new Date(Date.now() + 1e9),
          until: new Date(Date.now() + 2e9),
        }),
      'figures that were counted': (query) => findSnapshot(query, 'money'),
      'open disputes': (query) => findOpenDisputes(query, 101),
      'stuck payments': (query) => findStuckPayments(query, { before: new Date(), most: 101 }),
      exceptions: (query) => findExceptions(query, 101),
      'alerts of a page': (query) => listAlertPage(query, { ...page, since: new Date(0) }),
      'alerts, next page': (query) =>
        listAlertPage(query, {
          ...{ since: new Date(0), limit: 51 },
          before: { micros: String(Date.now() * 1000), kind: 'order_unknown', subject: '7' },
        }),
      alerts: (query) =>
        findAlerts(query, { since: new Date(0), without: ['dispute_opened'], most: 101 }),
      'failing webhooks': (query) => findFailingWebhooks(query, { tries: 3, most: 101 }),
      'dead mails of now': (query) => findDeadMails(query, { since: new Date(0), most: 101 }),
      'waiting pushes': (query) => listWaitingMessages(query, orderId),
      'last backup': findLastBackup,
      'newest event': findLastEventTime,
      'oldest due job': findOldestDueJob,
    }
    for (const [name, run] of Object.entries(reads)) {
      const plans = await plansOf(sql, run)
      expect([name, plans.length > 0]).toEqual([name, true])
      for (const plan of plans) {
        const counts = plan.matchAll(/rows=(\d+)|Rows Removed by \w+: (\d+)/g)
        for (const [, read, removed] of counts) {
          expect(Number(read ?? removed), `${name}\n${plan}`).toBeLessThanOrEqual(MOST_ROWS)
        }
      }
    }
  },
  LONG,
)
