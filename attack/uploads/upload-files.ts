import * as z from 'zod/mini'
import { act } from '#contract/console/actions.ts'
import * as consoleInvoices from '#contract/console/invoices.ts'
import * as invoices from '#contract/invoices/invoices.ts'
import { envelope } from '#contract/envelope.ts'
import { type AttackOptions, type AttackRow, createTally, type Tally } from '../attack.ts'
import { addSession, openBrowser } from '../rig/browser.ts'
import { callConsole, type Operator, openConsole, openOperator } from '../rig/operator.ts'
import { openBuyer } from '../rig/open-buyer.ts'
import { type Reply, send } from '../rig/send.ts'
import { startTarget, type Target } from '../rig/target.ts'
import { post } from '../rig/visitor.ts'
import { filesOfTwoKinds, filesToRefuse, findServingProblems } from './hostile-files.ts'

const NAMES = [
  ...['../../etc/passwd', '发票.pdf"; filename="x.html', 'a\r\nset-cookie: x=1', '\u202Efdp.exe'],
  ...[
    'x.svg',
    'x.html',
    '<img src=x onerror=alert(1)>.pdf',
    'x'.repeat(200),
    '\0.pdf',
    '%0d%0a.pdf',
  ],
]

/** The one file that is uploaded: the PDF of an invoice, by an operator, for a customer. */
export async function uploadFiles({ database }: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'uploads' })
  const finance = await openOperator(target, 'finance')
  const tally = createTally('uploads')
  await uploadRefused(target, finance, tally)
  await uploadAsOthers(target, tally)
  for (const { how, content } of filesOfTwoKinds()) {
    const invoice = await requestInvoice(target)
    const id = await uploadFile(target, finance, { name: NAMES[1]!, content })
    await issue(target, finance, { invoice, upload: id })
    await expectSavedOnly(target, finance, { invoice, how, tally })
  }
  await expectNoScriptInPictures(target, tally)
  return [
    tally.row(
      `${filesToRefuse().length} files refused, ${filesOfTwoKinds().length} of two kinds only saved`,
    ),
  ]
}

async function uploadRefused(target: Target, finance: Operator, tally: Tally): Promise<void> {
  for (const { how, content } of filesToRefuse()) {
    for (const name of ['发票.pdf', 'x.svg']) {
      const { status } = await tryUpload(target, finance, { name, content })
      tally.count()
      tally.expect(status === 400, `${how} is answered ${status}`)
    }
  }
  const content = Buffer.from('%PDF-1.7\n%%EOF\n')
  for (const name of NAMES) {
    const { status, headers } = await tryUpload(target, finance, { name, content })
    tally.count()
    tally.expect(status === 200 || status === 400, `the name ${name} is answered ${status}`)
    tally.expect(headers['set-cookie'] === undefined, `the name ${name} sets a cookie`)
  }
}

async function uploadAsOthers(target: Target, tally: Tally): Promise<void> {
  const viewer = await openOperator(target, 'viewer')
  const stranger = await openConsole(target)
  const content = Buffer.from('%PDF-1.7\n%%EOF\n')
  for (const [who, browser, expected] of [
    ['a viewer', viewer, 403],
    ['a stranger', stranger, 401],
  ] as const) {
    const { status } = await tryUpload(target, browser, { name: 'x.pdf', content })
    tally.count()
    tally.expect(status === expected, `${who} is answered ${status}`)
  }
}

function tryUpload(
  target: Target,
  browser: Pick<Operator, 'headers'>,
  { name, content }: { name: string; content: Buffer },
): Promise<Reply> {
  const input = { name, content: content.toString('base64') }
  return callConsole(target, consoleInvoices.uploadInvoiceFile.path, input, browser)
}

async function uploadFile(...given: Parameters<typeof tryUpload>): Promise<string> {
  return z.object({ id: z.string() }).parse(dataOf(await tryUpload(...given))).id
}

/** Pays an order and asks for its invoice. */
async function requestInvoice(target: Target): Promise<string> {
  const { url, customers } = target
  const { buyer, planId } = await openBuyer(target)
  const checkout = await buyer.startCheckout({ id: planId, num: 1 })
  const state = await buyer.payUntilPaid(checkout, 'good')
  if (state !== 'paid') throw new Error(`the order is ${state}`)
  const title = { kind: 'person', name: '王小明', email: 'wang@example.com' }
  const input = { orderIds: [checkout.orderId], title }
  const reply = await post(url + invoices.requestInvoice.path, input, customers[0].headers)
  return z.object({ invoice: z.object({ id: z.string() }) }).parse(dataOf(reply)).invoice.id
}

let lastNumber = 10_000_000_000_000_000_000n

/** Answers the request with the file, as the form of the console does: a preview, then its mark. */
async function issue(
  target: Target,
  finance: Operator,
  { invoice, upload }: { invoice: string; upload: string },
): Promise<void> {
  lastNumber += 1n
  const asked = {
    command: 'invoices issue',
    given: { invoice, number: String(lastNumber), upload },
  }
  const shown = await callConsole(target, act.path, { ...asked, mark: null }, finance)
  const { mark } = z.object({ mark: z.string() }).parse(dataOf(shown))
  dataOf(await callConsole(target, act.path, { ...asked, mark }, finance))
}

/** The customer and the operator only save it; in a browser nothing of it runs. */
async function expectSavedOnly(
  target: Target,
  finance: Operator,
  { invoice, how, tally }: { invoice: string; how: string; tally: Tally },
): Promise<void> {
  const [customer] = target.customers
  const addresses = [
    `${target.url}${invoices.invoiceFile.path}?id=${invoice}&file=invoice`,
    `${target.consoleUrl}${consoleInvoices.downloadInvoiceFile.path}?invoice=${invoice}&file=invoice`,
  ]
  for (const [at, address] of addresses.entries()) {
    const { headers: sent } = at === 0 ? customer : finance
    const { status, headers } = await send(address, { headers: sent })
    tally.count()
    tally.expect(status === 200, `${how}: the download is answered ${status}`)
    for (const problem of findServingProblems(headers)) tally.finding(`${how}: ${problem}`)
  }
  await using browser = await openBrowser()
  await using context = await browser.newContext()
  await addSession(context, target.url, customer)
  const page = await context.newPage()
  await page.goto(`${target.url}/plans`)
  const opened = page.goto(addresses[0]!).then(() => 'shown', String)
  tally.count()
  tally.expect(
    (await opened).includes('Download is starting'),
    `${how}: a browser has ${await opened}`,
  )
}

/** Pictures that the shop serves itself. */
async function expectNoScriptInPictures({ url }: Target, tally: Tally): Promise<void> {
  const { text } = await send(`${url}/plans`)
  const pictures = new Set(text.match(/\/[\w./-]+\.svg/g))
  for (const picture of pictures) {
    const { text: svg, headers } = await send(url + picture)
    tally.count()
    const isScripted = /<script|\son\w+=|javascript:|<foreignObject/i.test(svg)
    tally.expect(!isScripted, `${picture} has a script`)
    tally.expect(headers['x-content-type-options'] === 'nosniff', `${picture} may be guessed`)
  }
}

function dataOf({ status, text }: Reply): unknown {
  if (status !== 200) throw new Error(`${status} ${text}`)
  return envelope.parse(JSON.parse(text)).data
}
