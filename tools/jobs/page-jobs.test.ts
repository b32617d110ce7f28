import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from '#server/testing/build-web.ts'
import { balancesOf, expectProven, openHold } from '#server/testing/applications/spending.ts'
import { resultOf } from '../testing/browser.ts'
import { startToolsServer, type ToolsServer } from '../testing/tools-server.ts'
import { MOST_CHARACTERS } from '../wire/price.ts'

beforeAll(buildWeb, 180_000)

const TEXT = '软件和鼠标。'.repeat(20)
const LONG = '空山新雨后，天气晚来秋。'.repeat(4_000)

const chargesOf = ({ sql }: ToolsServer) =>
  sql<{ amount: number; reason: string; usage: unknown }>`
    select amount, reason, usage from credit_charges order by id`
const heldBy = async (tools: ToolsServer, ann: Parameters<typeof balancesOf>[1]) =>
  (await balancesOf(tools.server, ann)).held

test('a job costs the price that was shown, and the balance falls by it', async () => {
  await using tools = await startToolsServer()
  const { ann, browser } = await tools.newCustomer()
  const events = await browser.sendJob(tools.url, { text: TEXT })
  expect(events[0]).toEqual({ type: 'held', amount: 2, available: 98 })
  expect(resultOf(events)).toMatchObject({
    text: '軟體和滑鼠。'.repeat(20),
    ...{ characters: 120, cost: 2, available: 98, wasPaid: false },
  })
  expect(await balancesOf(tools.server, ann)).toMatchObject({ balance: 98, held: 0 })
  expect(await chargesOf(tools)).toEqual([
    { amount: 2, reason: '繁简转换（简体 → 台湾正体）', usage: { characters: 120 } },
  ])
  await expectProven(tools.server)
})

test('a text that cannot be converted gives the credit back and says why', async () => {
  await using tools = await startToolsServer()
  const { ann, browser } = await tools.newCustomer()
  const events = await browser.sendJob(tools.url, { tool: 'table', choice: 'csv', text: '[{"a":' })
  expect(events).toEqual([
    { type: 'held', amount: 1, available: 99 },
    { type: 'failed', code: 'CONVERSION_FAILED', message: 'JSON 的写法不对：第 1 行附近' },
  ])
  expect(await balancesOf(tools.server, ann)).toMatchObject({ balance: 100, held: 0 })
  expect(await chargesOf(tools)).toEqual([])
  // the same order cannot take up the hold that was given back
  const again = await browser.sendJob(tools.url, { tool: 'table', choice: 'csv', text: '[{"a":' })
  expect(again).toMatchObject([{ code: 'JOB_ENDED' }])
})

test('an order that is sent twice is charged once; another text under its id is charged too', async () => {
  await using tools = await startToolsServer()
  const { browser } = await tools.newCustomer()
  const first = resultOf(await browser.sendJob(tools.url, { text: TEXT }))
  const again = resultOf(await browser.sendJob(tools.url, { text: TEXT }))
  expect(again).toEqual({ ...first, wasPaid: true })
  const other = resultOf(await browser.sendJob(tools.url, { text: `${TEXT}！` }))
  expect(other).toMatchObject({ wasPaid: false, available: 96 })
  expect(await chargesOf(tools)).toHaveLength(2)
})

test('without enough credit nothing is held, and the answer says what there is', async () => {
  await using tools = await startToolsServer()
  const { ann, browser } = await tools.newCustomer({ credit: 1 })
  expect(await browser.sendJob(tools.url, { text: TEXT })).toMatchObject([
    { type: 'failed', code: 'CREDIT_SHORT', available: 1 },
  ])
  expect(await heldBy(tools, ann)).toBe(0)
})

test('credit that another application holds is told apart from credit that is not there', async () => {
  await using tools = await startToolsServer()
  const { ann, browser } = await tools.newCustomer({ credit: 10 })
  await openHold(tools.server, ann, 9, await tools.otherApplication())
  expect(await browser.sendJob(tools.url, { text: TEXT })).toMatchObject([
    { type: 'failed', code: 'CREDIT_HELD', available: 1, held: 9, retryAfter: expect.any(Number) },
  ])
})

test('a job that is cancelled at work gives the credit back', async () => {
  await using tools = await startToolsServer()
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
  expect(await chargesOf(tools)).toEqual([])
})

test('a page that is closed while its job runs gives the credit back', async () => {
  await using tools = await startToolsServer()
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
  expect(await chargesOf(tools)).toEqual([])
})

test('a shop that does not answer is told, and the text stays with the page', async () => {
  await using tools = await startToolsServer()
  const { browser } = await tools.newCustomer()
  await tools.server.app.close()
  expect(await browser.sendJob(tools.url, { text: TEXT })).toMatchObject([
    { type: 'failed', code: 'SHOP_UNREACHABLE' },
  ])
})

test.each([
  ['a visitor', { text: TEXT }, 401, 'SIGNED_OUT'],
  ['an empty text', { text: ' \n' }, 400, 'VALIDATION'],
  ['a text that is too long', { text: '字'.repeat(MOST_CHARACTERS + 1) }, 413, 'TEXT_TOO_LONG'],
  ['a body that is too large', { text: ' '.repeat(600 * 1024) }, 413, 'TEXT_TOO_LONG'],
  ['an unknown tool', { text: TEXT, tool: 'magic' }, 404, 'NOT_FOUND'],
  ['an unknown choice', { text: TEXT, choice: 'klingon' }, 400, 'VALIDATION'],
])('%s is refused before anything is held', async (who, order, status, code) => {
  await using tools = await startToolsServer()
  const { browser } = await tools.newCustomer()
  const response = await (who === 'a visitor' ? tools.newBrowser() : browser).send(
    `${tools.url}/jobs`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'job-0000-0001', tool: 'chinese', choice: 'tw', ...order }),
    },
  )
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code })
  expect(await tools.sql`select from credit_holds`).toEqual([])
})

test('nothing of the text reaches the shop', async () => {
  await using tools = await startToolsServer()
  const { browser } = await tools.newCustomer()
  resultOf(await browser.sendJob(tools.url, { text: '绝密的软件名单' }))
  const rows = await tools.sql`select to_jsonb(h)::text || to_jsonb(c)::text as all
    from credit_holds h, credit_charges c`
  expect(JSON.stringify(rows)).not.toMatch(/绝密|絕密/)
})

test('a page of another site cannot send a job', async () => {
  await using tools = await startToolsServer()
  const { browser } = await tools.newCustomer()
  for (const headers of [{ origin: 'https://evil.test' }, { 'sec-fetch-site': 'cross-site' }]) {
    const response = await browser.send(`${tools.url}/jobs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ id: 'job-0000-0001', tool: 'chinese', choice: 'tw', text: TEXT }),
    })
    expect(response.status).toBe(400)
  }
})
