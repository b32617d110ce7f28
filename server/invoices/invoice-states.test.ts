import { expect, test } from 'vitest'
import { INVOICE_STATES, type InvoiceState } from '#contract/invoice-fields.ts'
import { invoiceList, withdrawInvoice } from '#contract/invoices.ts'
import type { ConsoleClient } from '../testing/console/console.ts'
import { startConsoleShop } from '../testing/console/console-shop.ts'
import type { TestUser } from '../testing/harness.ts'
import {
  askForInvoice,
  insertPaidOrders,
  changeOrder,
  newNumber,
  tryAction,
} from '../testing/console/invoices.ts'
import type { Shop } from '../testing/shop.ts'

const LONG = 120_000

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
}

/** What each move makes of each state; a state that is not named stays. */
const AFTER: Record<InvoiceState, Partial<Record<keyof typeof MOVES, InvoiceState>>> = {
  requested: {
    withdraw: 'withdrawn',
    issue: 'issued',
    reject: 'rejected',
    refundWhole: 'rejected',
    loseDispute: 'rejected',
  },
  issued: {
    reverse: 'reversed',
    refundPart: 'reversal_due',
    refundWhole: 'reversal_due',
    loseDispute: 'reversal_due',
  },
  rejected: {},
  withdrawn: {},
  reversal_due: { reverse: 'reversed', reverseForNoReason: 'reversed', undoRefund: 'issued' },
  reversed: {},
}

test(
  'each of nine moves in each of six states: the invoice is where the table says, its history too, and its order is free unless it lives',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop, staff } = fixture
    const finance = await staff.newOperator('finance')
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
  },
  LONG,
)

async function stateOf({ sql }: Shop, id: string): Promise<string> {
  const [row] = await sql<{ state: string }>`select state from invoices where id = ${id}`
  return row!.state
}
