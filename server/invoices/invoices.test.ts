import { expect, test, vi } from 'vitest'
import { act } from '#contract/console/actions.ts'
import * as views from '#contract/console/invoices.ts'
import type { CallInputOf, Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/invoices/invoices.ts'
import type { TestUser } from '../testing/harness.ts'
import {
  askForInvoice,
  COMPANY,
  insertPaidOrders,
  newNumber,
  PERSON,
  tryAction,
  invoiceCases,
} from '../testing/console/invoices.ts'
import { broken } from '../testing/shared-shop.ts'
import { refundAsOperator } from '../testing/refunds.ts'
import { CARDS } from '../testing/shop.ts'

const newCase = invoiceCases()

type Title = CallInputOf<typeof contract.requestInvoice>['title']

vi.setConfig({ testTimeout: 90_000 })

const ask = (user: TestUser, orderIds: string[], title: Title = COMPANY) =>
  user.call(contract.requestInvoice, { orderIds, title })
const listOf = async (user: TestUser) => (await user.call(contract.invoiceList, {})).body.data.list

test('a company asks on two orders, finance registers the number, and the customer is mailed', async () => {
  const { shop, viewer, finance, ann } = await newCase()
  const orders = await insertPaidOrders(shop.sql, ann, 2)
  const offered = await ann.call(contract.invoiceableOrders, {})
  expect(offered.body.data.list.map(({ id }) => id).toSorted()).toEqual(orders)

  const typed = { ...COMPANY, taxNumber: COMPANY.taxNumber.toLowerCase() }
  const { invoice } = (await ask(ann, orders, typed)).body.data
  expect(invoice).toMatchObject({
    ...{ state: 'requested', amount: 3980, taxNumber: COMPANY.taxNumber },
    ...{ number: null, files: [] },
  })
  const { id } = invoice
  expect((await ann.call(contract.invoiceableOrders, {})).body.data.total).toBe(0)
  const { titles } = (await ann.call(contract.invoiceTitles, {})).body.data
  expect(titles).toMatchObject([COMPANY])

  const number = newNumber()
  expect(await tryAction(finance, 'invoices issue', { invoice: id, number })).toBeNull()
  const [mail, ...others] = await shop.mails(COMPANY.email)
  expect(others).toEqual([])
  expect(mail!.subject).toMatch(/发票已开具$/)
  for (const text of [COMPANY.name, COMPANY.taxNumber, number, '¥39.80']) {
    expect(mail!.text).toContain(text)
  }
  expect(await listOf(ann)).toMatchObject([{ id, state: 'issued', number }])
  const bob = await shop.newUser()
  expect((await bob.call(contract.withdrawInvoice, { id })).body.code).toBe('NOT_FOUND')
  expect((await ann.call(contract.withdrawInvoice, { id })).body.code).toBe('INVOICE_STATE')
  const shown = await viewer.call(views.readConsoleInvoice, { invoice: number })
  expect(shown.body.data.history.map(({ state, actor }) => [state, actor])).toEqual([
    ['requested', 'user'],
    ['issued', 'operator'],
  ])
})

test('a refund after the invoice makes it due for reversal; after the reversal the rest can be invoiced again', async () => {
  const { shop, finance, ann } = await newCase()
  const { orderId } = await shop.buy(ann)
  const id = await askForInvoice(ann, [orderId], PERSON)
  await tryAction(finance, 'invoices issue', { invoice: id, number: newNumber() })
  await refundAsOperator(shop, orderId, { amount: 990 })
  const due = { state: 'reversal_due', amount: 1990, reason: '订单有退款' }
  expect(await listOf(ann)).toMatchObject([due])
  expect((await ask(ann, [orderId])).body.code).toBe('ORDERS_NOT_INVOICEABLE')
  const reversal = { invoice: id, number: newNumber() }
  expect(await tryAction(finance, 'invoices reverse', reversal)).toBeNull()
  expect(await listOf(ann)).toMatchObject([{ state: 'reversed', reversalNumber: reversal.number }])
  const again = await ask(ann, [orderId])
  expect(again.body.data.invoice).toMatchObject({ state: 'requested', amount: 1000 })
  const invoice = again.body.data.invoice.id
  expect(await tryAction(finance, 'invoices reject', { invoice })).toBe('VALIDATION')
  await refundAsOperator(shop, orderId, { amount: 1000 })
  const [rejected] = await listOf(ann)
  expect(rejected).toMatchObject({ state: 'rejected', reason: '订单已全部退款' })
})

test('a refund without an answer, and one that fails afterwards, leave the invoice issued', async () => {
  const { shop, finance, ann } = await newCase()
  const issued = async (card?: string) => {
    const { orderId } = await shop.buy(ann, card === undefined ? {} : { card })
    const id = await askForInvoice(ann, [orderId], PERSON)
    await tryAction(finance, 'invoices issue', { invoice: id, number: newNumber() })
    return orderId
  }
  const [unanswered, failing] = [await issued(), await issued(CARDS.refundFails)]
  const isIssued = { state: 'issued', reason: null }
  await refundAsOperator(shop, failing)
  await expect
    .poll(() => shop.order(ann, failing))
    .toMatchObject({ refundedAmount: 0, refunds: [{ status: 'failed' }] })
  using _fault = broken(shop, ({ path }) => (path === '/v1/refunds' ? '500 before' : null))
  await expect(refundAsOperator(shop, unanswered)).rejects.toThrow()
  expect(await listOf(ann)).toMatchObject([isIssued, isIssued])
})

test('an invoice is not issued while the payment of one of its orders is disputed', async () => {
  const { shop, finance, ann } = await newCase()
  const [order, other] = await insertPaidOrders(shop.sql, ann, 2)
  const id = await askForInvoice(ann, [order!], PERSON)
  await shop.sql`update orders set dispute = 'open' where id = any(${[order!, other!]}::uuid[])`
  expect((await ask(ann, [other!])).body.code).toBe('ORDERS_NOT_INVOICEABLE')
  const given = { invoice: id, number: newNumber() }
  const shown = await finance.call(act, { command: 'invoices issue', given, mark: null })
  expect(shown.body.message).toContain('有争议')
  await shop.sql`update orders set dispute = 'won' where id = ${order!}`
  expect(await tryAction(finance, 'invoices issue', given)).toBeNull()
})

test('calls: without a session, with bad input, with orders of others and where the operator offers no invoices', async () => {
  const { shop, ann } = await newCase()
  const bob = await shop.newUser()
  const [order] = await insertPaidOrders(shop.sql, ann, 1)
  for (const call of Object.values<Endpoint>(contract)) {
    expect((await shop.visitor().call(call, {})).body.code).toBe('UNAUTHENTICATED')
  }
  for (const taxNumber of ['91350100M000100Y44', '9135', '']) {
    const answer = await ask(ann, [order!], { ...COMPANY, taxNumber })
    expect([taxNumber, answer.body.code]).toEqual([taxNumber, 'VALIDATION'])
  }
  expect((await ask(ann, [], PERSON)).body.code).toBe('VALIDATION')
  expect((await ask(bob, [order!], PERSON)).body.code).toBe('ORDERS_NOT_INVOICEABLE')
  expect((await ask(ann, ['x'], PERSON)).body.code).toBe('ORDERS_NOT_INVOICEABLE')
  for (const call of [contract.withdrawInvoice, contract.removeInvoiceTitle]) {
    expect([200, 404]).toContain((await ann.call(call, { id: 'x' })).status)
  }
  const id = await askForInvoice(ann, [order!], PERSON)
  const withdrawn = await ann.call(contract.withdrawInvoice, { id })
  expect(withdrawn.body.data.invoice.state).toBe('withdrawn')
  const [title] = (await ann.call(contract.invoiceTitles, {})).body.data.titles
  await bob.call(contract.removeInvoiceTitle, { id: title!.id })
  expect((await ann.call(contract.invoiceTitles, {})).body.data.titles).toHaveLength(1)
  await ann.call(contract.removeInvoiceTitle, { id: title!.id })
  expect((await ann.call(contract.invoiceTitles, {})).body.data.titles).toEqual([])
  const { content } = shop.deps
  using stack = new DisposableStack()
  stack.defer(() => void (shop.deps.content = content))
  const { invoices: _, ...site } = content.site
  shop.deps.content = { ...content, site }
  expect((await ann.call(contract.invoiceList, {})).body.code).toBe('NOT_FOUND')
})
