import { expect, test, vi } from 'vitest'
import { exportData } from '#contract/account/personal-data.ts'
import { requestInvoice } from '#contract/invoices/invoices.ts'
import { listConsoleInvoices, readConsoleInvoice } from '#contract/console/invoices.ts'
import { closeForGood, startConsoleShop } from '../testing/console/console-shop.ts'
import {
  askForInvoice,
  COMPANY,
  insertPaidOrders,
  changeOrder,
  newNumber,
  pdfOf,
  PERSON,
  tryAction,
  upload,
  invoiceCases,
} from '../testing/console/invoices.ts'
import { invoiceLimits } from './limits.ts'

const newCase = invoiceCases()

vi.setConfig({ testTimeout: 90_000 })

test('a closed account: issued invoices are kept with title and PDF, requests end, and whom they were for is erased', async () => {
  await using fixture = await startConsoleShop()
  const { shop, staff, viewer } = fixture
  const { sql } = shop
  const finance = await staff.newOperator('finance')
  const ann = await shop.newUser()
  const [kept, rejected, open] = await insertPaidOrders(sql, ann, 3)
  const issued = await askForInvoice(ann, [kept!])
  const pdf = pdfOf('kept')
  const number = newNumber()
  const given = { invoice: issued, number, upload: await upload(finance, pdf) }
  expect(await tryAction(finance, 'invoices issue', given)).toBeNull()
  const refused = await askForInvoice(ann, [rejected!], PERSON)
  const reason = '重复申请'
  expect(await tryAction(finance, 'invoices reject', { invoice: refused, reason })).toBeNull()
  const asked = await askForInvoice(ann, [open!], PERSON)
  await closeForGood(shop, ann)

  const erased = { name: '已注销用户', kind: 'person', taxNumber: null, email: null }
  expect(
    await sql`
      select id, state, name, kind, tax_number as "taxNumber", email, number from invoices order by id`,
  ).toEqual([
    {
      ...{ id: issued, state: 'issued', name: COMPANY.name, kind: 'company' },
      ...{ taxNumber: COMPANY.taxNumber, email: null, number },
    },
    { id: refused, state: 'rejected', ...erased, number: null },
    { id: asked, state: 'withdrawn', ...erased, number: null },
  ])
  expect(await sql`select from invoice_titles`).toEqual([])
  const [file] = await sql<{ content: Buffer }>`select content from invoice_files`
  expect(file!.content.equals(pdf)).toBe(true)
  const shown = await viewer.call(readConsoleInvoice, { invoice: issued })
  expect(shown.body.data).toMatchObject({ user: null, email: '', name: COMPANY.name })
  const listed = await viewer.call(listConsoleInvoices, { q: PERSON.name })
  expect(listed.body.data.invoices).toEqual([])

  // what follows is still registered, and nobody is mailed
  await sql`delete from jobs where kind = 'mail'`
  await changeOrder(sql, kept!, 'part')
  const reversal = { invoice: issued, number: newNumber() }
  expect(await tryAction(finance, 'invoices reverse', reversal)).toBeNull()
  expect(await shop.mails()).toEqual([])
})

test('the export of an account contains its invoices with their orders and its saved titles, and nobody else’s', async () => {
  const { shop, ann } = await newCase()
  const bob = await shop.newUser()
  const [order] = await insertPaidOrders(shop.sql, ann, 1)
  const [other] = await insertPaidOrders(shop.sql, bob, 1)
  const id = await askForInvoice(ann, [order!])
  await askForInvoice(bob, [other!], PERSON)
  const { data } = (await ann.call(exportData, {})).body
  expect(data.invoices).toMatchObject([{ id, state: 'requested', orders: [{ id: order }] }])
  expect(data.invoiceTitles).toMatchObject([COMPANY])
})

test('requests are limited by user, hour and day; those of others go on', async () => {
  const { shop, ann } = await newCase()
  const bob = await shop.newUser()
  const [order] = await insertPaidOrders(shop.sql, bob, 1)
  const ask = (user: typeof ann, orderId: string) =>
    user.call(requestInvoice, { orderIds: [orderId], title: COMPANY })
  for (let count = 0; count < invoiceLimits.requestInvoice.times; count += 1) {
    expect((await ask(ann, order!)).body.code).toBe('ORDERS_NOT_INVOICEABLE')
  }
  expect((await ask(ann, order!)).body.code).toBe('RATE_LIMITED')
  expect((await ask(bob, order!)).status).toBe(200)
  const cat = await shop.newUser()
  const { times } = invoiceLimits.requestInvoiceByDay
  for (let count = 0; count < times; count += 1) {
    await shop.deps.limits.consume(invoiceLimits.requestInvoiceByDay, cat.user.id)
  }
  expect((await ask(cat, order!)).body.code).toBe('RATE_LIMITED')
})
