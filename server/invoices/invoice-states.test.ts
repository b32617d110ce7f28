import { expect, test, vi } from 'vitest'
import { INVOICE_STATES, type InvoiceState } from '#contract/invoices/invoice-fields.ts'
import { invoiceList, withdrawInvoice } from '#contract/invoices/invoices.ts'
import type { ConsoleClient } from '../testing/console/console.ts'
import type { TestUser } from '../testing/harness.ts'
import {
  askForInvoice,
  insertPaidOrders,
  changeOrder,
  newNumber,
  PERSON,
  tryAction,
  invoiceCases,
} from '../testing/console/invoices.ts'
import type { Shop } from '../testing/shop.ts'
import { invoiceChangeHandlers } from './jobs.ts'

const newCase = invoiceCases()

vi.setConfig({ testTimeout: 120_000 })

interface Setting {
  shop: Shop
  user: TestUser
  finance: ConsoleClient
  id: string
  order: string
}

type Move = (setting: Setting) => Promise<unknown>

const act =
  (command: string, given: () => Record<string, string>): Move =>
  ({ finance, id }) =>
    tryAction(finance, command, { invoice: id, ...given() })

const issue = act('invoices issue', () => ({ number: newNumber() }))
const reject = act('invoices reject', () => ({ reason: '重复申请' }))
const reverse = act('invoices reverse', () => ({ number: newNumber(), reason: '抬头开错' }))
const reverseForNoReason = act('invoices reverse', () => ({ number: newNumber() }))
const withdraw: Move = ({ user, id }) => user.call(withdrawInvoice, { id })
const order =
  (move: Parameters<typeof changeOrder>[2]): Move =>
  ({ shop, order: orderId }) =>
    changeOrder(shop.sql, orderId, move)

function inTurn(...moves: readonly Move[]): Move {
  return async (setting) => {
    for (const move of moves) await move(setting)
  }
}

/** How an invoice comes to each state. */
const WAYS: Record<InvoiceState, readonly Move[]> = {
  requested: [],
  issued: [issue],
  rejected: [reject],
  withdrawn: [withdraw],
  reversal_due: [issue, order('part')],
  reversed: [issue, order('part'), reverse],
}

const MOVES: Readonly<Record<string, Move>> = {
  withdraw,
  issue,
  reject,
  reverse,
  reverseForNoReason,
  refundPart: order('part'),
  refundWhole: order('whole'),
  undoRefund: order('undo'),
  loseDispute: order('lost'),
  losePart: order('lostPart'),
  loseThenDispute: inTurn(order('lost'), order('opened')),
  dispute: order('opened'),
}

/** What each move makes of each state; a state that is not named stays. */
const AFTER: Record<InvoiceState, Partial<Record<keyof typeof MOVES, InvoiceState>>> = {
  requested: {
    withdraw: 'withdrawn',
    issue: 'issued',
    reject: 'rejected',
    refundWhole: 'rejected',
    loseDispute: 'rejected',
    loseThenDispute: 'rejected',
  },
  issued: {
    reverse: 'reversed',
    refundPart: 'reversal_due',
    refundWhole: 'reversal_due',
    loseDispute: 'reversal_due',
    losePart: 'reversal_due',
    loseThenDispute: 'reversal_due',
  },
  rejected: {},
  withdrawn: {},
  reversal_due: { reverse: 'reversed', reverseForNoReason: 'reversed', undoRefund: 'issued' },
  reversed: {},
}

test('each of twelve moves in each of six states: the invoice is where the table says, its history too, and its order is free unless it lives', async () => {
  const { shop, finance } = await newCase()
  const moves = Object.entries(MOVES)
  for (const from of INVOICE_STATES) {
    const user = await shop.newUser()
    const orders = await insertPaidOrders(shop.sql, user, moves.length)
    for (const [at, [name, move]] of moves.entries()) {
      const orderId = orders[at]!
      const id = await askForInvoice(user, [orderId])
      const setting = { shop, user, finance, id, order: orderId }
      for (const step of WAYS[from]) await step(setting)
      expect([from, await stateOf(shop, id)]).toEqual([from, from])
      await move(setting)
      const to = AFTER[from][name] ?? from
      expect([from, name, await stateOf(shop, id)]).toEqual([from, name, to])
      const [held] = await shop.sql<{ isLive: boolean; last: string }>`
        select io.is_live as "isLive",
          (select state from invoice_events where invoice_id = ${id} order by created_at desc, id desc limit 1) as last
        from invoice_orders io where io.invoice_id = ${id}`
      const isLive = ['requested', 'issued', 'reversal_due'].includes(to)
      expect([from, name, held]).toEqual([from, name, { isLive, last: to }])
    }
    const { body } = await user.call(invoiceList, { pageSize: 100 })
    expect(body.data.total).toBe(moves.length)
  }
})

const WHOLE = 1990
const PART = 995

/** What an order of 1990 leaves to invoice, in turn. */
const LEFT: readonly [
  state: 'requested' | 'issued',
  ...steps: [Parameters<typeof changeOrder>[2], InvoiceState, amount: number, left: number][],
][] = [
  ['requested', ['lostPart', 'requested', PART, PART], ['opened', 'requested', PART, PART]],
  ['requested', ['lostPart', 'requested', PART, PART], ['lostPart', 'rejected', PART, 0]],
  ['requested', ['part', 'requested', PART, PART], ['lostPart', 'rejected', PART, 0]],
  ['requested', ['lostPart', 'requested', PART, PART], ['allWon', 'requested', WHOLE, WHOLE]],
  ['requested', ['part', 'requested', PART, PART], ['undo', 'requested', WHOLE, WHOLE]],
  ['requested', ['opened', 'requested', WHOLE, WHOLE], ['lost', 'rejected', WHOLE, 0]],
  ['issued', ['lost', 'reversal_due', WHOLE, 0], ['opened', 'reversal_due', WHOLE, 0]],
  ['issued', ['lostPart', 'reversal_due', WHOLE, PART], ['allWon', 'issued', WHOLE, WHOLE]],
  ['issued', ['part', 'reversal_due', WHOLE, PART], ['lostPart', 'reversal_due', WHOLE, 0]],
  ['issued', ['opened', 'issued', WHOLE, WHOLE], ['lostPart', 'reversal_due', WHOLE, PART]],
]

test('refunds and lost disputes of one order add up, however many there are, and whichever is the newest', async () => {
  const { shop, finance, ann: user } = await newCase()
  const orders = await insertPaidOrders(shop.sql, user, LEFT.length)
  for (const [at, [from, ...steps]] of LEFT.entries()) {
    const orderId = orders[at]!
    const id = await askForInvoice(user, [orderId])
    for (const step of WAYS[from]) await step({ shop, user, finance, id, order: orderId })
    for (const [move, state, amount, left] of steps) {
      await changeOrder(shop.sql, orderId, move)
      const [row] = await shop.sql`
        select i.state, i.amount, invoiceable_amount(o) as left
        from invoices i join invoice_orders io on io.invoice_id = i.id join orders o on o.id = io.order_id
        where i.id = ${id}`
      expect([at, move, row]).toEqual([at, move, { state, amount, left }])
    }
  }
})

test('the history names what changed an invoice, and a mail of a request that ended by itself promises no other one', async () => {
  const { shop, finance, ann: user } = await newCase()
  const moves = ['part', 'undo', 'lostPart', 'allWon', 'whole'] as const
  const reasons = [
    '订单有退款',
    '订单的退款没有成功',
    '订单的付款争议已判给持卡人',
    '订单的付款争议已判给商家',
  ]
  const [one, other] = await insertPaidOrders(shop.sql, user, 2)
  for (const [from, orderId, expected] of [
    ['requested', one!, [...reasons.map((why) => `${why}，金额随之调整`), '订单已全部退款']],
    ['issued', other!, [...reasons, '订单有退款']],
  ] as const) {
    const id = await askForInvoice(user, [orderId], PERSON)
    for (const step of WAYS[from]) await step({ shop, user, finance, id, order: orderId })
    for (const move of moves) await changeOrder(shop.sql, orderId, move)
    const events = await shop.sql<{ reason: string }>`
      select reason from invoice_events where invoice_id = ${id} and actor = 'system' order by created_at, id`
    expect(events.map(({ reason }) => reason)).toEqual(expected)
  }
  const jobs = await shop.sql<{ payload: object }>`
    select payload from jobs where kind = 'invoice-changed' and payload ->> 'state' = 'rejected'`
  const handlers = invoiceChangeHandlers(shop.deps)
  for (const { payload } of jobs) await handlers['invoice-changed'](payload)
  const mails = await shop.mails(PERSON.email)
  const texts = mails.flatMap(({ subject, text }) =>
    subject.endsWith('发票申请未通过') ? [text] : [],
  )
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('订单已全部退款')
  expect(texts[0]).not.toContain('重新申请')
})

test('a dispute lost while another is still open counts at once, though the order’s flag stays', async () => {
  const { shop, finance, ann: user } = await newCase()
  const [orderId] = await insertPaidOrders(shop.sql, user, 1)
  const id = await askForInvoice(user, [orderId!])
  await issue({ shop, user, finance, id, order: orderId! })
  for (const _ of [1, 2]) await changeOrder(shop.sql, orderId!, 'opened')
  expect(await stateOf(shop, id)).toBe('issued')
  await shop.sql`
    with ended as (
      update disputes set status = 'lost' where id = (select min(id) from disputes where order_id = ${orderId!}))
    update orders set dispute = 'open' where id = ${orderId!}`
  expect(await stateOf(shop, id)).toBe('reversal_due')
})

async function stateOf({ sql }: Shop, id: string): Promise<string> {
  const [row] = await sql<{ state: string }>`select state from invoices where id = ${id}`
  return row!.state
}
