import { expect, test, vi } from 'vitest'
import { act } from '#contract/console/actions.ts'
import * as views from '#contract/console/invoices.ts'
import { api } from '#contract/api.ts'
import { invoiceFile } from '#contract/invoices/invoices.ts'
import { INVOICE_FILE_MAX } from '#contract/invoices/invoice-fields.ts'
import { startConsoleShop } from '../testing/console/console-shop.ts'
import { cookieOf, open } from '../testing/console/download.ts'
import type { TestUser } from '../testing/harness.ts'
import {
  askForInvoice,
  changeOrder,
  COMPANY,
  insertPaidOrders,
  newNumber,
  pdfOf,
  tryAction,
  upload,
  invoiceCases,
} from '../testing/console/invoices.ts'
import type { Shop } from '../testing/shop.ts'
import { invoiceJobs } from './jobs.ts'

const newCase = invoiceCases()

vi.setConfig({ testTimeout: 90_000 })

/** The file as the customer's browser gets it. */
function download({ app }: Shop, user: TestUser, id: string, file: 'invoice' | 'reversal') {
  return app.inject({
    method: 'GET',
    url: invoiceFile.path,
    query: { id, file },
    headers: { cookie: cookieOf(user), 'user-agent': 'Firefox', 'sec-fetch-site': 'same-origin' },
  })
}

test('the customer and the console download byte for byte what finance uploaded, as PDF files with the invoice’s number', async () => {
  const { shop, staff, viewer, finance, ann } = await newCase()
  const [order] = await insertPaidOrders(shop.sql, ann, 1)
  const id = await askForInvoice(ann, [order!])
  const files = { invoice: pdfOf('一张发票'), reversal: pdfOf('一张红字发票') }
  const numbers = { invoice: newNumber(), reversal: newNumber() }
  expect((await download(shop, ann, id, 'invoice')).json()).toMatchObject({ code: 'NOT_FOUND' })
  for (const file of ['invoice', 'reversal'] as const) {
    const command = file === 'invoice' ? 'invoices issue' : 'invoices reverse'
    const given = {
      ...{ invoice: id, number: numbers[file], upload: await upload(finance, files[file]) },
      ...(file === 'reversal' && { reason: '抬头开错' }),
    }
    expect(await tryAction(finance, command, given)).toBeNull()
  }
  for (const file of ['invoice', 'reversal'] as const) {
    const query = new URLSearchParams({ invoice: id, file })
    const answers = [
      await download(shop, ann, id, file),
      await open(staff.app, viewer, `${views.downloadInvoiceFile.path}?${query.toString()}`),
    ]
    for (const { statusCode, rawPayload, headers } of answers) {
      expect(statusCode).toBe(200)
      expect(rawPayload.equals(files[file])).toBe(true)
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(files[file].length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': "sandbox; default-src 'none'",
        'cache-control': 'private, no-store',
      })
      const name = file === 'invoice' ? '发票' : '红字发票'
      expect(decodeURIComponent(String(headers['content-disposition']))).toBe(
        `attachment; filename="invoice.pdf"; filename*=UTF-8''${name}-${numbers[file]}.pdf`,
      )
    }
  }
  const audit = await shop.sql`
    select operator, subject, given->>'file' as file from operator_actions
    where command = 'console invoice-file' and subject = ${id} order by id`
  const who = { operator: viewer.email, subject: id }
  expect(audit).toEqual([
    { ...who, file: 'invoice' },
    { ...who, file: 'reversal' },
  ])
  const bob = await shop.newUser()
  expect((await download(shop, bob, id, 'invoice')).json()).toMatchObject({ code: 'NOT_FOUND' })
})

test('a PDF is replaced until the customer has downloaded it, and the customer is mailed each time', async () => {
  const { shop, finance, ann } = await newCase()
  const email = `invoices-of-${ann.user.id}@example.com`
  const [order] = await insertPaidOrders(shop.sql, ann, 1)
  const id = await askForInvoice(ann, [order!], { ...COMPANY, email })
  await tryAction(finance, 'invoices issue', { invoice: id, number: newNumber() })
  const replace = async (word: string) =>
    tryAction(finance, 'invoices issue', {
      ...{ invoice: id, upload: await upload(finance, pdfOf(word)) },
    })
  expect(await replace('one')).toBeNull()
  // a dispute keeps no issued invoice from its file
  await changeOrder(shop.sql, order!, 'opened')
  expect(await replace('two')).toBeNull()
  const { rawPayload } = await download(shop, ann, id, 'invoice')
  expect(rawPayload.equals(pdfOf('two'))).toBe(true)
  expect(await replace('three')).toBe('ACTION_REFUSED')
  const mails = await shop.mails(email)
  expect(mails.map(({ subject }) => subject.replace(/^.* /, ''))).toEqual([
    '发票已开具',
    '发票文件可下载',
    '发票文件已更新',
  ])
  expect(mails.map(({ text }) => /查看和下载|重新下载|下载|查看/.exec(text)?.[0])).toEqual([
    '查看',
    '下载',
    '重新下载',
  ])
})

test('an issued invoice without a number gets it later, once; the console is told whether the PDF can still be replaced', async () => {
  const { shop, viewer, finance, ann } = await newCase()
  const email = `invoices-of-${ann.user.id}@example.com`
  const [order] = await insertPaidOrders(shop.sql, ann, 1)
  const id = await askForInvoice(ann, [order!], { ...COMPANY, email })
  await tryAction(finance, 'invoices issue', {
    ...{ invoice: id, upload: await upload(finance, pdfOf('one')) },
  })
  const shown = async () => {
    const { state, number, files } = (await viewer.call(views.readConsoleInvoice, { invoice: id }))
      .body.data
    return [state, number, files.map(({ isDownloaded }) => isDownloaded)]
  }
  expect(await shown()).toEqual(['issued', null, [false]])
  await download(shop, ann, id, 'invoice')
  expect(await shown()).toEqual(['issued', null, [true]])
  const number = newNumber()
  expect(await tryAction(finance, 'invoices issue', { invoice: id, number })).toBeNull()
  expect(await shown()).toEqual(['issued', number, [true]])
  const again = { invoice: id, number: newNumber() }
  expect(await tryAction(finance, 'invoices issue', again)).toBe('ACTION_REFUSED')
  const [last] = await shop.sql`
    select state, reason from invoice_events where invoice_id = ${id} order by created_at desc, id desc limit 1`
  expect(last).toEqual({ state: 'issued', reason: '补登号码' })
  expect((await shop.mails(email)).at(-1)!.text).toContain(number)
})

test('upload: 2 MB and no byte more, PDFs alone, from those alone who may issue; kept for an hour and ten at a time', async () => {
  await using fixture = await startConsoleShop()
  const { shop, staff, viewer } = fixture
  const { sql } = shop
  const finance = await staff.newOperator('finance')
  const support = await staff.newOperator('support')
  const sized = (bytes: number) => Buffer.concat([pdfOf('x'), Buffer.alloc(bytes), pdfOf('y')])
  const frame = sized(0).length
  const most = sized(INVOICE_FILE_MAX - frame)
  expect(most).toHaveLength(INVOICE_FILE_MAX)
  const id = await upload(finance, most)
  const [kept] = await sql<{
    content: Buffer
  }>`select content from invoice_uploads where id = ${id}`
  expect(kept!.content.equals(most)).toBe(true)
  for (const content of [
    sized(INVOICE_FILE_MAX - frame + 1),
    Buffer.from('<html>'),
    Buffer.alloc(0),
  ]) {
    await expect(upload(finance, content)).rejects.toThrow(/VALIDATION/)
  }
  for (const operator of [viewer, support]) {
    await expect(upload(operator, pdfOf('x'))).rejects.toThrow(/FORBIDDEN/)
  }
  for (let count = 0; count < 10; count += 1) await upload(finance, pdfOf('x'))
  expect(await sql`select from invoice_uploads where id = ${id}`).toEqual([])
  expect(await sql`select from invoice_uploads`).toHaveLength(10)
  const [sweep] = invoiceJobs(shop.deps)
  shop.advance(61 * 60 * 1000)
  await sweep!.run(new AbortController().signal)
  expect(await sql`select from invoice_uploads`).toEqual([])
})

test('every other call of console and shop still refuses a body that is larger than 64 KB', async () => {
  const { staff, finance, ann } = await newCase()
  const large = 'x'.repeat(70_000)
  const action = await finance.call(act, {
    ...{ command: 'invoices reject', mark: null },
    given: { invoice: 'x', reason: large },
  })
  expect(action.body).toMatchObject({ code: 'VALIDATION', message: '请求内容过大' })
  const profile = await ann.call(api.account.editProfile, { nickname: large })
  expect(profile.body).toMatchObject({ code: 'VALIDATION', message: '请求内容过大' })
  // before anybody is known by a session, nothing large is read
  const stranger = await staff.app.inject({
    ...{ method: 'POST', url: views.uploadInvoiceFile.path },
    payload: { name: 'x.pdf', content: large },
    headers: { origin: 'http://localhost:3903', 'sec-fetch-site': 'same-origin' },
  })
  expect(stranger.statusCode).toBeGreaterThanOrEqual(401)
  expect(stranger.statusCode).toBeLessThanOrEqual(403)
})
