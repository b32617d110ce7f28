import { expect, test } from 'vitest'
import { listConsoleInvoices, readConsoleInvoice } from '#contract/console/invoices.ts'
import { searchConsole } from '#contract/console/search.ts'
import type { CallInputOf } from '#contract/endpoint.ts'
import { withdrawInvoice } from '#contract/invoices/invoices.ts'
import { closeForGood, startConsoleShop } from '../../testing/console/console-shop.ts'
import { ask, readPages } from '../../testing/console/console.ts'
import { download } from '../../testing/console/download.ts'
import { perform } from '../../testing/console/signing.ts'
import { figuresOf } from '../../testing/console/figures.ts'
import {
  askForInvoice,
  COMPANY,
  insertPaidOrders,
  changeOrder,
  newNumber,
  PERSON,
  tryAction,
} from '../../testing/console/invoices.ts'

/** One invoice of each state that waits and of each that does not: of Ann but for the withdrawn one. */
async function start() {
  const fixture = await startConsoleShop()
  const { shop, staff } = fixture
  const finance = await staff.newOperator('finance')
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const orders = await insertPaidOrders(shop.sql, ann, 4)
  const [number, reversalNumber] = [newNumber(), newNumber()]
  const due = await askForInvoice(ann, [orders[0]!])
  await tryAction(finance, 'invoices issue', { invoice: due, number })
  await changeOrder(shop.sql, orders[0]!, 'part')
  const reversed = await askForInvoice(ann, [orders[1]!], PERSON)
  await tryAction(finance, 'invoices issue', { invoice: reversed, number: newNumber() })
  const reversal = { invoice: reversed, number: reversalNumber, reason: '=1+1' }
  await tryAction(finance, 'invoices reverse', reversal)
  const requested = await askForInvoice(ann, [orders[2]!, orders[3]!])
  const [other] = await insertPaidOrders(shop.sql, bob, 1)
  const withdrawn = await askForInvoice(bob, [other!], PERSON)
  await bob.call(withdrawInvoice, { id: withdrawn })
  return {
    ...{ ...fixture, finance, ann, bob, number, reversalNumber },
    ids: { due, reversed, requested, withdrawn },
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  }
}

test('list: newest first in pages, those that wait the oldest first, by state, customer, name, tax number and both numbers', async () => {
  await using fixture = await start()
  const { viewer, ann, number, reversalNumber, ids } = fixture
  const { due, reversed, requested, withdrawn } = ids
  const idsOf = async (input: CallInputOf<typeof listConsoleInvoices>) =>
    (await ask(viewer, listConsoleInvoices, input)).invoices.map(({ id }) => id)
  const rows: [CallInputOf<typeof listConsoleInvoices>, string[]][] = [
    [{}, [withdrawn, requested, reversed, due]],
    [{ open: '1' }, [due, requested]],
    [{ open: '1', state: 'requested' }, [requested]],
    [{ state: 'reversed' }, [reversed]],
    [{ user: ann.user.email.toUpperCase() }, [requested, reversed, due]],
    [{ user: ann.user.id, q: '示例' }, [requested, due]],
    [{ user: 'nobody@example.com' }, []],
    [{ q: COMPANY.taxNumber.toLowerCase() }, [requested, due]],
    [{ q: number }, [due]],
    [{ q: reversalNumber, open: '1' }, []],
    [{ q: reversalNumber }, [reversed]],
    [{ q: '100%' }, []],
    [{ from: '2020-01-01', to: '2020-12-31' }, []],
  ]
  for (const [input, expected] of rows) {
    expect([input, await idsOf(input)]).toEqual([input, expected])
  }
  for (const open of ['1', undefined] as const) {
    const pages = await readPages((before) =>
      ask(viewer, listConsoleInvoices, { limit: '1', open, before }),
    )
    const seen = pages.flatMap(({ invoices }) => invoices.map(({ id }) => id))
    expect(seen).toEqual(open ? [due, requested] : [withdrawn, requested, reversed, due])
  }
  const wrong = await viewer.call(listConsoleInvoices, { from: '2026-02-02', to: '2026-02-01' })
  expect(wrong.body.code).toBe('VALIDATION')
  const unknown = await viewer.call(readConsoleInvoice, { invoice: '1' })
  expect(unknown.body.code).toBe('NOT_FOUND')
})

test('file, search and first page: every invoice with its numbers as text, found by what is pasted, counted while it waits', async () => {
  await using fixture = await start()
  const { shop, staff, finance, viewer, ann, bob, number, reversalNumber, ids } = fixture
  await closeForGood(shop, bob)
  const { lines, rows } = await download(staff.app, finance, 'invoices')
  expect(rows).toBe(4)
  expect(lines.map((line) => [line['状态'], line['抬头'], line['金额'], line['订单数']])).toEqual([
    ['已撤回', '已注销用户', '19.90', '1'],
    ['待开', COMPANY.name, '39.80', '2'],
    ['已红冲', PERSON.name, '19.90', '1'],
    ['需红冲', COMPANY.name, '19.90', '1'],
  ])
  expect(lines[3]!['发票号码']).toContain(number)
  expect(lines[2]!['红字发票号码']).toContain(reversalNumber)
  expect(lines[2]!['原因']).toBe("'=1+1")
  const open = await download(staff.app, finance, 'invoices', { open: '1' })
  expect(open.lines.map((line) => line['状态'])).toEqual(['需红冲', '待开'])

  const found = async (q: string) =>
    (await viewer.call(searchConsole, { q })).body.data.hits.map(({ kind, id }) => [kind, id])
  expect(await found(number)).toEqual([['invoice', ids.due]])
  expect(await found(reversalNumber)).toEqual([['invoice', ids.reversed]])
  expect(await found(ids.requested)).toEqual([['invoice', ids.requested]])
  expect(await found(COMPANY.taxNumber)).toEqual([
    ['invoice', ids.requested],
    ['invoice', ids.due],
  ])

  const { waiting } = await figuresOf(shop, viewer)
  expect(waiting.map(({ name, count, href }) => [name, count, href])).toEqual([
    ['invoice-reversals', 1, '/invoices?open=1&state=reversal_due'],
    ['invoices', 1, '/invoices?open=1&state=requested'],
  ])
  await tryAction(finance, 'invoices reverse', { invoice: ids.due, number: newNumber() })
  await tryAction(finance, 'invoices reject', { invoice: ids.requested, reason: '重复申请' })
  expect((await figuresOf(shop, viewer)).waiting).toEqual([])

  // done once more with the same number it would be refused, so it is not offered
  const [order] = await insertPaidOrders(shop.sql, ann, 1)
  const fresh = await askForInvoice(ann, [order!])
  const issue = { invoice: fresh, number: newNumber() }
  const done = await perform(finance, 'invoices issue', issue)
  expect(done.body.data).toMatchObject({ is: 'done', isFinal: true })
  expect(await tryAction(finance, 'invoices issue', issue)).not.toBeNull()
})
