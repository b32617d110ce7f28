import { expect, test } from 'vitest'
import type { CallInputOf, Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/invoices.ts'
import { act } from '#contract/console/actions.ts'
import * as views from '#contract/console/invoices.ts'
import { startConsoleShop } from '../testing/console/console-shop.ts'
import { figuresOf } from '../testing/console/figures.ts'
import { perform } from '../testing/console/signing.ts'
import type { TestUser } from '../testing/harness.ts'
import { refundAsOperator } from '../testing/refunds.ts'
import type { Shop } from '../testing/shop.ts'

type Title = CallInputOf<typeof contract.requestInvoice>['title']

const LONG = 90_000
const COMPANY = {
  kind: 'company' as const,
  name: '北京示例科技有限公司',
  taxNumber: '91350100m000100y43',
  email: 'books@example.com',
}
const PERSON = { kind: 'person' as const, name: '王小明', email: 'wang@example.com' }
const PDF = Buffer.from('%PDF-1.7\n\u00ff一张发票\n%%EOF\n')
const NUMBER = '25117000000012345678'

async function buyOrder(shop: Shop, user: TestUser): Promise<string> {
  return (await shop.buy(user)).orderId
}

async function request(user: TestUser, orderIds: string[], title: Title = COMPANY) {
  return user.call(contract.requestInvoice, { orderIds, title })
}

test(
  'a company asks on two orders, finance uploads the PDF, the customer is mailed and downloads it byte for byte',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop, staff, viewer } = fixture
    const ann = await shop.newUser()
    const orders = [await buyOrder(shop, ann), await buyOrder(shop, ann)]
    const offered = await ann.call(contract.invoiceableOrders, {})
    expect(offered.body.data.list.map(({ id }) => id).toSorted()).toEqual(orders.toSorted())

    const asked = await request(ann, orders)
    expect(asked.body.data.invoice).toMatchObject({
      ...{ state: 'requested', amount: 3980, taxNumber: '91350100M000100Y43' },
      ...{ number: null, files: [] },
    })
    const { id } = asked.body.data.invoice
    expect((await ann.call(contract.invoiceableOrders, {})).body.data.total).toBe(0)
    expect((await ann.call(contract.invoiceTitles, {})).body.data.titles).toMatchObject([
      { kind: 'company', taxNumber: '91350100M000100Y43', email: 'books@example.com' },
    ])
    const { waiting } = await figuresOf(shop, viewer)
    expect(waiting).toMatchObject([{ name: 'invoices', title: '发票待开', count: 1 }])

    const finance = await staff.newOperator('finance')
    const bad = await finance.call(views.uploadInvoiceFile, {
      ...{ name: 'x.pdf', content: Buffer.from('<html>').toString('base64') },
    })
    expect(bad.body).toMatchObject({ code: 'VALIDATION', message: '这不是完整的 PDF 文件' })
    const large = Buffer.concat([PDF, Buffer.alloc(1_900_000), PDF])
    const first = await finance.call(views.uploadInvoiceFile, {
      ...{ name: '大.pdf', content: large.toString('base64') },
    })
    expect(first.body.data).toMatchObject({ bytes: large.length })
    const tooLarge = Buffer.concat([PDF, Buffer.alloc(2_000_000), PDF]).toString('base64')
    const refused = await finance.call(views.uploadInvoiceFile, {
      name: 'x.pdf',
      content: tooLarge,
    })
    expect(refused.body.code).toBe('VALIDATION')
    const upload = await finance.call(views.uploadInvoiceFile, {
      ...{ name: '发票.pdf', content: PDF.toString('base64') },
    })
    const given = { invoice: id, number: NUMBER, upload: upload.body.data.id }
    const owner = await staff.newOperator('owner')
    const foreign = await owner.call(act, { command: 'invoices issue', given, mark: null })
    expect(foreign.body).toMatchObject({ code: 'ACTION_REFUSED' })
    const done = await perform(finance, 'invoices issue', given)
    expect(done.body.data).toMatchObject({ is: 'done' })
    expect(await shop.sql`select from invoice_uploads where name = '发票.pdf'`).toEqual([])

    const mails = await shop.sql<{ payload: { to: string; subject: string } }>`
      select payload from jobs where kind = 'mail' and dedupe_key like 'invoice:%'`
    expect(mails).toMatchObject([{ payload: { to: 'books@example.com' } }])
    const file = await ann.send({
      method: 'GET',
      url: `${contract.invoiceFile.path}?id=${id}&file=invoice`,
    })
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
    expect(String(file.headers['content-disposition'])).toContain(
      `attachment; filename="invoice.pdf"; filename*=UTF-8''%E5%8F%91%E7%A5%A8-${NUMBER}.pdf`,
    )
    const [stored] = await shop.sql<{ content: Buffer; downloadedAt: Date | null }>`
      select content, downloaded_at as "downloadedAt" from invoice_files`
    expect(stored!.content.equals(PDF)).toBe(true)
    expect(stored!.downloadedAt).not.toBeNull()

    const bob = await shop.newUser()
    const others = await bob.call(contract.invoiceFile, { id, file: 'invoice' })
    expect(others.body.code).toBe('NOT_FOUND')
    expect((await bob.call(contract.withdrawInvoice, { id })).body.code).toBe('NOT_FOUND')
    expect((await ann.call(contract.withdrawInvoice, { id })).body.code).toBe('INVOICE_STATE')
    const shown = await viewer.call(views.readConsoleInvoice, { invoice: NUMBER })
    expect(shown.body.data.history.map(({ state, actor }) => [state, actor])).toEqual([
      ['requested', 'user'],
      ['issued', 'operator'],
    ])
    const listed = await viewer.call(views.listConsoleInvoices, { q: '示例科技' })
    expect(listed.body.data).toMatchObject({ invoices: [{ id, orders: 2 }], count: { count: 1 } })
  },
  LONG,
)

test(
  'a refund after the invoice makes it due for reversal; after the reversal the rest can be invoiced again',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop, staff } = fixture
    const ann = await shop.newUser()
    const order = await buyOrder(shop, ann)
    const finance = await staff.newOperator('finance')
    const { id } = (await request(ann, [order], PERSON)).body.data.invoice
    await perform(finance, 'invoices issue', { invoice: id, number: NUMBER })
    await refundAsOperator(shop, order, { amount: 990 })
    const [due] = (await ann.call(contract.invoiceList, {})).body.data.list
    expect(due).toMatchObject({ state: 'reversal_due', amount: 1990, reason: '订单有退款' })
    expect((await request(ann, [order])).body.code).toBe('ORDERS_NOT_INVOICEABLE')
    const reversal = { invoice: id, number: '25117000000099999999' }
    await perform(finance, 'invoices reverse', reversal)
    const [reversed] = (await ann.call(contract.invoiceList, {})).body.data.list
    expect(reversed).toMatchObject({ state: 'reversed', reversalNumber: reversal.number })
    const again = await request(ann, [order])
    expect(again.body.data.invoice).toMatchObject({ state: 'requested', amount: 1000 })
    const taken = await finance.call(act, {
      ...{ command: 'invoices reject', mark: null },
      given: { invoice: again.body.data.invoice.id },
    })
    expect(taken.body.code).toBe('VALIDATION')
    await refundAsOperator(shop, order, { amount: 1000 })
    const [rejected] = (await ann.call(contract.invoiceList, {})).body.data.list
    expect(rejected).toMatchObject({ state: 'rejected', reason: '订单已全部退款' })
  },
  LONG,
)

test(
  'what a refund or dispute leaves: a failed refund makes the invoice good again, a lost dispute does not fit it',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop, staff } = fixture
    const { sql } = shop
    const ann = await shop.newUser()
    const order = await buyOrder(shop, ann)
    const finance = await staff.newOperator('finance')
    const { id } = (await request(ann, [order], PERSON)).body.data.invoice
    const state = async () => (await ann.call(contract.invoiceList, {})).body.data.list[0]!.state
    await sql`update orders set dispute = 'open' where id = ${order}`
    const shown = { command: 'invoices issue', given: { invoice: id, number: NUMBER }, mark: null }
    expect((await finance.call(act, shown)).body.code).toBe('ACTION_REFUSED')
    await sql`update orders set dispute = 'won' where id = ${order}`
    await perform(finance, 'invoices issue', { invoice: id, number: NUMBER })
    await sql`update orders set refunded_amount = 100, state = 'partially_refunded' where id = ${order}`
    expect(await state()).toBe('reversal_due')
    await sql`update orders set refunded_amount = 0, state = 'paid' where id = ${order}`
    expect(await state()).toBe('issued')
    await sql`update orders set dispute = 'lost' where id = ${order}`
    expect(await state()).toBe('reversal_due')
  },
  LONG,
)

test(
  'ten requests at once for one order make one invoice; requests, withdrawals and refunds together end without a deadlock',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop } = fixture
    const { sql } = shop
    const ann = await shop.newUser()
    const orders = [await buyOrder(shop, ann), await buyOrder(shop, ann)]
    const answers = await Promise.all(Array.from({ length: 10 }, () => request(ann, orders)))
    const codes = answers.map(({ body }) => body.code ?? 'ok').toSorted()
    expect(codes).toEqual([...Array.from({ length: 9 }, () => 'ORDERS_NOT_INVOICEABLE'), 'ok'])
    const [live] = (await ann.call(contract.invoiceList, { state: 'requested' })).body.data.list
    const together = await Promise.allSettled([
      ann.call(contract.withdrawInvoice, { id: live!.id }),
      sql`update orders set refunded_amount = 10, state = 'partially_refunded' where id = ${orders[0]!}`,
      sql`update orders set refunded_amount = 20, state = 'partially_refunded' where id = ${orders[1]!}`,
      request(ann, orders.toReversed()),
      request(ann, orders),
    ])
    expect(together.filter(({ status }) => status === 'rejected')).toEqual([])
    const wrong = await sql`
      select i.id from invoices i join invoice_orders io on io.invoice_id = i.id join orders o on o.id = io.order_id
      where i.state = 'requested' and io.amount <> o.amount - o.refunded_amount`
    expect(wrong).toEqual([])
  },
  LONG,
)

test(
  'calls: without a session, with bad input, with orders of others and where the operator offers no invoices',
  async () => {
    await using fixture = await startConsoleShop()
    const { shop } = fixture
    const ann = await shop.newUser()
    const bob = await shop.newUser()
    const order = await buyOrder(shop, ann)
    for (const call of Object.values<Endpoint>(contract)) {
      expect((await shop.visitor().call(call, {})).body.code).toBe('UNAUTHENTICATED')
    }
    for (const taxNumber of ['91350100M000100Y44', '9135', '']) {
      const answer = await request(ann, [order], { ...COMPANY, taxNumber })
      expect([taxNumber, answer.body.code]).toEqual([taxNumber, 'VALIDATION'])
    }
    expect((await request(ann, [], PERSON)).body.code).toBe('VALIDATION')
    expect((await request(bob, [order], PERSON)).body.code).toBe('ORDERS_NOT_INVOICEABLE')
    expect((await request(ann, ['x'], PERSON)).body.code).toBe('ORDERS_NOT_INVOICEABLE')
    const { id } = (await request(ann, [order], PERSON)).body.data.invoice
    const withdrawn = await ann.call(contract.withdrawInvoice, { id })
    expect(withdrawn.body.data.invoice.state).toBe('withdrawn')
    const [title] = (await ann.call(contract.invoiceTitles, {})).body.data.titles
    await ann.call(contract.removeInvoiceTitle, { id: title!.id })
    expect((await ann.call(contract.invoiceTitles, {})).body.data.titles).toEqual([])
    const { invoices: _, ...site } = shop.deps.content.site
    shop.deps.content = { ...shop.deps.content, site }
    expect((await ann.call(contract.invoiceList, {})).body.code).toBe('NOT_FOUND')
  },
  LONG,
)
