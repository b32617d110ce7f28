import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from '#server/testing/build-web.ts'
import { oncePerFile } from '#server/testing/once-per-file.ts'
import { balancesOf, expectProven, openHold } from '#server/testing/applications/spending.ts'
import { resultOf } from '../testing/browser.ts'
import { startToolsServer, type ToolsServer } from '../testing/tools-server.ts'
import { MOST_CHARACTERS } from '../wire/price.ts'

beforeAll(buildWeb, 180_000)
const toolsOf = oncePerFile(() => startToolsServer())

const TEXT = '软件和鼠标。'.repeat(20)
const LONG = '空山新雨后，天气晚来秋。'.repeat(4_000)

const chargesOf = ({ sql }: ToolsServer, { user }: Parameters<typeof balancesOf>[1]) =>
  sql<{ amount: number; reason: string; usage: unknown }>`
    select amount, reason, usage from credit_charges where user_id = ${user.id} order by id`
const heldBy = async (tools: ToolsServer, ann: Parameters<typeof balancesOf>[1]) =>
  (await balancesOf(tools.server, ann)).held

test('a job costs the price that was shown, and the balance falls by it', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer()
  const events = await browser.sendJob(tools.url, { text: TEXT })
  expect(events[0]).toEqual({ type: 'held', amount: 2, available: 98 })
  expect(resultOf(events)).toMatchObject({
    text: '軟體和滑鼠。'.repeat(20),
    ...{ characters: 120, cost: 2, available: 98, wasPaid: false },
  })
  expect(await balancesOf(tools.server, ann)).toMatchObject({ balance: 98, held: 0 })
  expect(await chargesOf(tools, ann)).toEqual([
    { amount: 2, reason: '繁简转换（简体 → 台湾正体）', usage: { characters: 120 } },
  ])
  await expectProven(tools.server)
  // nothing of the text reaches the shop
  const rows = await tools.sql`select to_jsonb(h)::text || to_jsonb(c)::text as all
    from credit_holds h join credit_charges c using (user_id) where user_id = ${ann.user.id}`
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/软件|軟體/)
})

test('a text that cannot be converted gives the credit back and says why', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer()
  const events = await browser.sendJob(tools.url, { tool: 'table', choice: 'csv', text: '[{"a":' })
  expect(events).toEqual([
    { type: 'held', amount: 1, available: 99 },
    { type: 'failed', code: 'CONVERSION_FAILED', message: 'JSON 的写法不对：第 1 行附近' },
  ])
  expect(await balancesOf(tools.server, ann)).toMatchObject({ balance: 100, held: 0 })
  expect(await chargesOf(tools, ann)).toEqual([])
  // the same order cannot take up the hold that was given back
  const again = await browser.sendJob(tools.url, { tool: 'table', choice: 'csv', text: '[{"a":' })
  expect(again).toMatchObject([{ code: 'JOB_ENDED' }])
})

test('an order that is sent twice is charged once; another text under its id is charged too', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer()
  const first = resultOf(await browser.sendJob(tools.url, { text: TEXT }))
  const again = resultOf(await browser.sendJob(tools.url, { text: TEXT }))
  expect(again).toEqual({ ...first, wasPaid: true })
  const other = resultOf(await browser.sendJob(tools.url, { text: `${TEXT}！` }))
  expect(other).toMatchObject({ wasPaid: false, available: 96 })
  expect(await chargesOf(tools, ann)).toHaveLength(2)
})

test('without enough credit nothing is held; credit that another application holds is told apart', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer({ credit: 10 })
  await openHold(tools.server, ann, 9, await tools.otherApplication())
  expect(await browser.sendJob(tools.url, { text: TEXT })).toMatchObject([
    { type: 'failed', code: 'CREDIT_HELD', available: 1, held: 9, retryAfter: expect.any(Number) },
  ])

  const poor = await tools.newCustomer({ credit: 1 })
  expect(await poor.browser.sendJob(tools.url, { text: TEXT })).toMatchObject([
    { type: 'failed', code: 'CREDIT_SHORT', available: 1 },
  ])
  expect(await heldBy(tools, poor.ann)).toBe(0)
})

test('a job that is cancelled at work gives the credit back', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer({ credit: 2_000 })
  const order = { id: 'job-to-cancel', tool: 'pinyin', choice: 'symbol', text: LONG }
  const cancelled = Promise.withResolvers<unknown>()
  const events = await browser.sendJob(tools.url, order, {
    onEvent({ type }) {
      if (type === 'held')
        cancelled.resolve(
          browser.send(`${tools.url}/jobs/job-to-cancel/cancel`, { method: 'POST' }),
        )
    },
  })
  await cancelled.promise
  expect(events.at(-1)).toMatchObject({ type: 'failed', code: 'CANCELLED' })
  expect(await balancesOf(tools.server, ann)).toMatchObject({ balance: 2_000, held: 0 })
  expect(await chargesOf(tools, ann)).toEqual([])
})

test('a page that is closed while its job runs gives the credit back', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer({ credit: 2_000 })
  const order = { id: 'job-0000-0001', tool: 'pinyin', choice: 'symbol', text: LONG }
  const response = await browser.send(`${tools.url}/jobs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  const reader = response.body!.getReader()
  // the line that says what is held
  await reader.read()
  expect(await heldBy(tools, ann)).toBe(960)
  await reader.cancel()
  await expect.poll(() => heldBy(tools, ann)).toBe(0)
  expect(await chargesOf(tools, ann)).toEqual([])
})

test('a shop that does not answer is told, and the text stays with the page', async () => {
  await using tools = await startToolsServer()
  const { browser } = await tools.newCustomer()
  await tools.server.app.close()
  expect(await browser.sendJob(tools.url, { text: TEXT })).toMatchObject([
    { type: 'failed', code: 'SHOP_UNREACHABLE' },
  ])
})

test('a wrong job, of a visitor or from a page of another site is refused before anything is held', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer()
  const send = async (order: object, by = browser, headers = {}) => {
    const response = await by.send(`${tools.url}/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ id: 'job-0000-0001', tool: 'chinese', choice: 'tw', ...order }),
    })
    return [
      response.status,
      response.status === 400 ? 'VALIDATION' : Object(await response.json()).code,
    ]
  }
  for (const [order, status, code] of [
    [{ text: ' \n' }, 400, 'VALIDATION'],
    [{ text: '字'.repeat(MOST_CHARACTERS + 1) }, 413, 'TEXT_TOO_LONG'],
    [{ text: ' '.repeat(600 * 1024) }, 413, 'TEXT_TOO_LONG'],
    [{ text: TEXT, tool: 'magic' }, 404, 'NOT_FOUND'],
    [{ text: TEXT, choice: 'klingon' }, 400, 'VALIDATION'],
  ] as const)
    expect(await send(order)).toEqual([status, code])
  expect(await send({ text: TEXT }, tools.newBrowser())).toEqual([401, 'SIGNED_OUT'])
  for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }])
    expect((await send({ text: TEXT }, browser, headers))[0]).toBe(400)
  expect(await tools.sql`select from credit_holds where user_id = ${ann.user.id}`).toEqual([])
})
