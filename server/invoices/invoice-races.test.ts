import { expect, test, vi } from 'vitest'
import { invoiceList, requestInvoice, withdrawInvoice } from '#contract/invoices/invoices.ts'
import {
  askForInvoice,
  COMPANY,
  insertPaidOrders,
  changeOrder,
  newNumber,
  PERSON,
  previewAction,
  tryAction,
  invoiceCases,
} from '../testing/console/invoices.ts'
import { untilWaiting } from '../testing/database/test-database.ts'

const newCase = invoiceCases()

vi.setConfig({ testTimeout: 90_000 })
const ROUNDS = 8

test('an invoice issued while its order is refunded is either refused or due for reversal, never issued for more than was left', async () => {
  const { sql, finance, ann } = await newCase()
  for (const order of await insertPaidOrders(sql, ann, ROUNDS)) {
    const id = await askForInvoice(ann, [order], PERSON)
    const given = { invoice: id, number: newNumber() }
    const agree = await previewAction(finance, 'invoices issue', given)
    const [refusal] = await Promise.all([agree(), changeOrder(sql, order, 'part')])
    const [row] = await sql<{ state: string; amount: number; mails: number }>`
      select state, amount,
        (select count(*) from jobs where dedupe_key = ${`invoice:${id}:issued`}) as mails
      from invoices where id = ${id}`
    // whichever comes first: the refund asks for another preview, or the invoice for a reversal
    expect([refusal === null, row]).toEqual(
      refusal === null
        ? [true, { state: 'reversal_due', amount: 1990, mails: 1 }]
        : [false, { state: 'requested', amount: 995, mails: 0 }],
    )
  }
})

test('a dispute that opens after the checks of an issue and before its lock refuses it', async () => {
  const { sql, finance, ann } = await newCase()
  const [order] = await insertPaidOrders(sql, ann, 1)
  const id = await askForInvoice(ann, [order!])
  const given = { invoice: id, number: newNumber() }
  const agree = await previewAction(finance, 'invoices issue', given)
  const issuing = await sql.begin(async (tx) => {
    await tx`select from orders where id = ${order!} for no key update`
    await tx`select from invoices where id = ${id} for no key update`
    const running = agree()
    await untilWaiting(sql)
    await changeOrder(tx, order!, 'opened')
    return [running]
  })
  expect(await issuing[0]).toBe('ACTION_REFUSED')
  expect(await sql`select state from invoices where id = ${id}`).toEqual([{ state: 'requested' }])
  await changeOrder(sql, order!, 'allWon')
  expect(await tryAction(finance, 'invoices issue', given)).toBeNull()
})

test('two people issue one invoice at once with two numbers: one number stands, one mail goes out', async () => {
  const { shop, staff, sql, ann } = await newCase()
  const [one, other] = [await staff.newOperator('finance'), await staff.newOperator('owner')]
  const email = `invoices-of-${ann.user.id}@example.com`
  const [first, second] = await insertPaidOrders(sql, ann, 2)
  const id = await askForInvoice(ann, [first!], { ...COMPANY, email })
  const numbers = [newNumber(), newNumber()]
  const agreements = await Promise.all(
    [one, other].map((operator, at) =>
      previewAction(operator, 'invoices issue', { invoice: id, number: numbers[at]! }),
    ),
  )
  const ends = await Promise.all(agreements.map((agree) => agree()))
  expect(ends.filter((refusal) => refusal === null)).toHaveLength(1)
  const issued = await sql<{ number: string }>`
    select number from invoices where id = ${id} and state = 'issued'`
  expect(issued).toEqual([{ number: numbers[ends.indexOf(null)]! }])
  expect(await shop.mails(email)).toHaveLength(1)
  // one number is one invoice's
  const another = await askForInvoice(ann, [second!])
  const given = { invoice: another, number: issued[0]!.number }
  expect(await tryAction(one, 'invoices issue', given)).toBe('ACTION_REFUSED')
})

test('a number is registered once, be it an invoice’s or a red one’s, also by two people at once', async () => {
  const { staff, sql, ann } = await newCase()
  const [one, other] = [await staff.newOperator('finance'), await staff.newOperator('owner')]
  const ids: string[] = []
  for (const order of await insertPaidOrders(sql, ann, 4))
    ids.push(await askForInvoice(ann, [order]))
  const [first, second, third, fourth] = ids
  const [number, red, contested] = [newNumber(), newNumber(), newNumber()]
  const issue = (invoice: string, given: string) => ({ invoice, number: given })
  const reverse = (invoice: string, given: string) => ({
    ...{ invoice, number: given, reason: '抬头开错' },
  })
  expect(await tryAction(one, 'invoices issue', issue(first!, number))).toBeNull()
  expect(await tryAction(one, 'invoices reverse', reverse(first!, number))).toBe('ACTION_REFUSED')
  expect(await tryAction(one, 'invoices reverse', reverse(first!, red))).toBeNull()
  expect(await tryAction(one, 'invoices issue', issue(second!, red))).toBe('ACTION_REFUSED')
  await tryAction(one, 'invoices issue', issue(third!, newNumber()))
  const agreements = await Promise.all([
    previewAction(one, 'invoices issue', issue(fourth!, contested)),
    previewAction(other, 'invoices reverse', reverse(third!, contested)),
  ])
  const ends = await Promise.all(agreements.map((agree) => agree()))
  expect(ends.filter((refusal) => refusal === null)).toHaveLength(1)
  expect(ends).toContain('ACTION_REFUSED')
})

test('a withdrawal while the invoice is issued: one of both wins, and a second request waits for the end of the first', async () => {
  const { shop, finance, ann } = await newCase()
  for (const order of await insertPaidOrders(shop.sql, ann, ROUNDS)) {
    const id = await askForInvoice(ann, [order])
    const given = { invoice: id, number: newNumber() }
    const agree = await previewAction(finance, 'invoices issue', given)
    const [refusal, withdrawn] = await Promise.all([agree(), ann.call(withdrawInvoice, { id })])
    const isIssued = refusal === null
    expect(withdrawn.body.code ?? 'ok').toBe(isIssued ? 'INVOICE_STATE' : 'ok')
    const again = await ann.call(requestInvoice, { orderIds: [order], title: COMPANY })
    expect(again.body.code ?? 'ok').toBe(isIssued ? 'ORDERS_NOT_INVOICEABLE' : 'ok')
  }
})

test('ten requests at once for the same orders make one invoice; requests, withdrawals and refunds together end without a deadlock', async () => {
  const { sql, ann } = await newCase()
  const [one, other] = await insertPaidOrders(sql, ann, 2)
  const orderIds = [one!, other!]
  const ask = (ids: string[]) => ann.call(requestInvoice, { orderIds: ids, title: COMPANY })
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(orderIds)))
  const codes = answers.map(({ body }) => body.code ?? 'ok').toSorted()
  expect(codes).toEqual([...Array.from({ length: 9 }, () => 'ORDERS_NOT_INVOICEABLE'), 'ok'])
  const [live] = (await ann.call(invoiceList, { state: 'requested' })).body.data.list
  const together = await Promise.allSettled([
    ann.call(withdrawInvoice, { id: live!.id }),
    changeOrder(sql, one!, 'part'),
    changeOrder(sql, other!, 'part'),
    ask(orderIds.toReversed()),
    ask(orderIds),
  ])
  expect(together.filter(({ status }) => status === 'rejected')).toEqual([])
  const wrong = await sql`
    select i.id from invoices i join invoice_orders io on io.invoice_id = i.id join orders o on o.id = io.order_id
    where i.state = 'requested' and io.amount <> o.amount - o.refunded_amount`
  expect(wrong).toEqual([])
})
