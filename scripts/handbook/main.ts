/**
 * Takes the pictures of docs/operator.md and of the product page anew, from a shop of its own that is filled with demo
 * data: `npm run handbook`, or `npm run handbook -- order refund` for these alone, `-- screens` for the product page's.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { callAsCustomer } from '#harness/buyer-call.ts'
import { openAccounts } from '#harness/customers.ts'
import { startDatabaseServer } from '#harness/database-server.ts'
import { freePort } from '#server/testing/free-ports.ts'
import { startMailServer } from '#harness/mail-server.ts'
import { untilReady } from '#harness/processes.ts'
import { runOperator } from '#harness/run-operator.ts'
import { runShop } from '#harness/shop-process.ts'
import { connect } from '#server/db/sql.ts'
import { addPasskeyDevice } from '../../e2e/fixtures/passkey-device.ts'
import { prepareBrowser } from '../browser.ts'
import { CHROMIUM_ARGS, chromiumPath } from '../chromium-path.ts'
import { endWithParent } from '../end-with-parent.ts'
import { ROOT, runProgram } from '../run-program.ts'
import { ARRIVAL, type Picture, PICTURES, SIGN_IN } from './pictures.ts'
import { startModel, takeScreens } from './screens.ts'

const WINDOW = { width: 1280, height: 1000 }
/** A busy machine answers late. */
const TIMEOUT_MS = 60_000
/** Pixels around what is shown. */
const MARGIN = 16

endWithParent()
// every started process ends with this one
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const wanted = process.argv.slice(2)
await prepareBrowser()
const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
if (code !== 0) throw new Error('the web does not build')
await using cleanup = new AsyncDisposableStack()
const stage = await openShop('lin@customer.example', 'he@customer.example')
const executablePath = chromiumPath()
const browser = await chromium.launch({
  args: CHROMIUM_ARGS,
  ...(executablePath !== undefined && { executablePath }),
})
cleanup.defer(() => browser.close())
if (wanted.length === 0 || wanted.includes('screens')) await takeScreens(browser, stage.shown)
if (wanted.length === 1 && wanted[0] === 'screens') process.exit()
const owner = await openPage(await stage.invite('owner', '周敏'))
await owner.getByRole('button', { name: '创建通行密钥' }).click()
await owner.getByLabel('我已保存').check()
await owner.getByRole('button', { name: '进入控制台' }).click()
await owner.getByRole('button', { name: /打开菜单/ }).waitFor()
await stage.ageOperators()
const colleague = await openPage(await stage.invite('finance', '陈静'))
for (const picture of ARRIVAL) await takePicture(colleague, picture)
await takePicture(await openPage(stage.consoleUrl), SIGN_IN)
for (const picture of PICTURES) await takePicture(owner, picture)

/** The whole product with demo data, a customer who has paid and gets no mail, and one with a passkey. */
async function openShop(customer: string, passkeyCustomer: string) {
  const mails = cleanup.use(await startMailServer({ unknownAddress: customer }))
  const database = cleanup.use(await startDatabaseServer())
  const databaseUrl = await database.createDatabase('handbook')
  const model = cleanup.use(await startModel())
  const [port, consolePort] = [await freePort(), await freePort()]
  const toolsPort = await freePort()
  const url = `http://localhost:${port}`
  const consoleUrl = `http://localhost:${consolePort}`
  const secretKey = randomBytes(32).toString('hex')
  const settings = {
    ...{ PORT: String(port), PUBLIC_URL: url, SANDBOX_PORT: String(await freePort()) },
    ...{ TOOLS_SITE: 'demo', TOOLS_PORT: String(toolsPort), AI_BASE_URL: model.url },
    ...{ MODELS: join(ROOT, 'tools/chat/models.json') },
    ...{ CONSOLE: 'on', CONSOLE_PORT: String(consolePort), CONSOLE_URL: consoleUrl },
    ...{ DATA_DIR: join(database.folder, 'data'), DATABASE_URL: databaseUrl },
    ...{ SECRET_KEY: secretKey, SMTP_URL: mails.url, MAIL_FROM: 'shop@example.com' },
    ...{ TRUST_PROXY: 'loopback', LOG_LEVEL: 'error' },
  }
  const shop = cleanup.use(runShop(settings, join(ROOT, 'scripts/serve.ts')))
  await untilReady(`${url}/readyz`, shop.process)
  const sql = connect(databaseUrl, { max: 2, applicationName: 'handbook' })
  cleanup.defer(() => sql.end())
  const operate = async (...words: string[]): Promise<string> => {
    const { code: end, output, errors } = await runOperator(settings, [...words, '--yes'])
    if (end !== 0) throw new Error(`operator ${words.join(' ')}: ${errors}`)
    return output
  }
  await operate('demo')
  const [first, second] = await openAccounts({ url, sql, secretKey }, 2)
  await sql`update users set nickname = '林小满', email = ${customer} where id = ${first!.id}`
  await sql`
    with passkey as (
      insert into user_passkeys (id, user_id, name, public_key, counter, transports, is_synced, created_at)
      values ('handbook', ${second!.id}, '手机', '', 0, '{}', false, now())
    )
    update users set nickname = '何宁', email = ${passkeyCustomer}, second_factor_since = now()
    where id = ${second!.id}`
  const visitor = { url, customer: first! }
  const { createPaymentIntent, confirmPayment } = api.recharge
  const wish = { id: 'standard', num: 1 }
  const { clientSecret } = await callAsCustomer(visitor, createPaymentIntent, wish)
  await callAsCustomer(visitor, confirmPayment, { clientSecret, paymentMethodId: 'pm_card_visa' })
  const [paid] = await sql<{ no: string }>`
    select order_no as no from orders where user_id = ${first!.id} limit 1`
  const [unpaid] = await sql<{ no: string }>`
    select order_no as no from orders where state = 'expired' order by id desc limit 1`
  return {
    shown: { url, toolsUrl: `http://localhost:${toolsPort}`, customer: first! },
    ...{ consoleUrl, customer, passkeyCustomer, orderNo: paid!.no, unpaidOrderNo: unpaid!.no },
    /** Returns the link of the invitation. */
    async invite(role: 'owner' | 'finance', name: string): Promise<string> {
      const words = ['operators', 'invite', `${role}@shop.example`, '--role', role, '--name', name]
      return z.object({ link: z.string() }).parse(JSON.parse(await operate(...words, '--json')))
        .link
    },
    /** Somebody who joined within a day does not sign. */
    ageOperators: () => sql`
      update operators set created_at = created_at - interval '3 days',
        unchanged_since = unchanged_since - interval '3 days'`,
  }
}

/** A browser window of its own, with a device for passkeys. */
async function openPage(address: string): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: WINDOW, colorScheme: 'light', reducedMotion: 'reduce' },
    ...{ locale: 'zh-CN', timezoneId: 'Asia/Shanghai' },
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  await addPasskeyDevice(page)
  await page.goto(address)
  return page
}

/** Writes the picture if it is wanted; what it needs is clicked in any case, for those that go on from there. */
async function takePicture(page: Page, { file, path, parts, act }: Picture): Promise<void> {
  // a page behind another one has no focus, which passkeys need
  await page.bringToFront()
  await page.setViewportSize(WINDOW)
  if (path !== null) {
    await page.goto(stage.consoleUrl + (typeof path === 'string' ? path : path(stage)))
  }
  await act?.(page)
  if (wanted.length > 0 && !wanted.includes(file)) return
  const boxes = await Promise.all(
    parts.map(async (part) => {
      const element = page.locator(part).first()
      await element.waitFor()
      return (await element.boundingBox())!
    }),
  )
  const scrolled = Number(await page.evaluate('scrollY'))
  const x = Math.floor(Math.max(0, Math.min(...boxes.map((box) => box.x)) - MARGIN))
  const y = Math.floor(Math.max(0, Math.min(...boxes.map((box) => box.y)) + scrolled - MARGIN))
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + scrolled + MARGIN
  const width = Math.ceil(Math.min(WINDOW.width, right) - x)
  await page.evaluate(`document.activeElement?.blur()`)
  await page.evaluate('document.fonts.ready.then(() => true)')
  // it stays open: its end would take the passkeys of the page with it
  const session = await page.context().newCDPSession(page)
  const clip = { x, y, width, height: Math.ceil(bottom - y), scale: 1 }
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: 70, clip, captureBeyondViewport: true },
  })
  const picture = Buffer.from(data, 'base64')
  await writeFile(join(ROOT, 'docs/pictures', `${file}.webp`), picture)
  process.stdout.write(`${file}.webp  ${Math.ceil(picture.length / 1000)} KB\n`)
}
