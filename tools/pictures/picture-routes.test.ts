import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from '#server/testing/build-web.ts'
import { oncePerFile } from '#server/testing/once-per-file.ts'
import { balancesOf, expectProven, openHold } from '#server/testing/applications/spending.ts'
import type { TestBrowser } from '../testing/browser.ts'
import { newPng, readPicture } from '../testing/pictures.ts'
import { startToolsServer, type ToolsServer } from '../testing/tools-server.ts'
import { MOST_PICTURES, MOST_PRICE, type PictureEvent, priceOfPicture } from '../wire/picture.ts'

beforeAll(buildWeb, 180_000)
const toolsOf = oncePerFile(() => startToolsServer())

const SHORT = readPicture('short.png')
/** Of its five characters. */
const COST = priceOfPicture(5)
const CREDIT = 10 * MOST_PRICE
const HEIC = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')

function post(by: TestBrowser, { url }: ToolsServer, pictures: Uint8Array[], id = 'job-0000-0001') {
  const parts = pictures.map(({ length }) => `${length}.0`).join(',')
  return by.send(`${url}/jobs/pictures?id=${id}&parts=${parts}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.concat(pictures),
  })
}

async function eventsOf(response: Response): Promise<PictureEvent[]> {
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

const chargesOf = ({ sql }: ToolsServer, { user }: Parameters<typeof balancesOf>[1]) =>
  sql`select amount, reason, usage from credit_charges where user_id = ${user.id} order by id`

test('several pictures are one job with one hold and one charge; those that cannot be read cost nothing', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer({ credit: CREDIT })
  const pictures = [SHORT, HEIC, newPng(20_000), SHORT]
  const events = await eventsOf(await post(browser, tools, pictures))
  expect(events).toContainEqual({ type: 'held', amount: 2 * MOST_PRICE, available: 8 * MOST_PRICE })
  const refused = events.filter(({ type }) => type === 'refused')
  expect(refused).toMatchObject([{ picture: 1 }, { picture: 2 }])
  const end = events.at(-1)
  expect(end).toMatchObject({
    type: 'done',
    characters: 10,
    cost: 2 * COST,
    available: CREDIT - 2 * COST,
  })
  expect(end).toMatchObject({
    pictures: [
      { rows: { source: '软件和鼠标', tw: '軟體和滑鼠' }, table: null, characters: 5, cost: COST },
      ...[null, null, { cost: COST }],
    ],
  })
  expect(await chargesOf(tools, ann)).toEqual([
    { amount: 2 * COST, reason: '图片转文字（2 张）', usage: { pictures: 2, characters: 10 } },
  ])
  // sent again after a lost answer
  const again = await eventsOf(await post(browser, tools, pictures))
  expect(again.at(-1)).toEqual({ ...end, wasPaid: true })
  expect(await balancesOf(tools.server, ann)).toMatchObject({ balance: CREDIT - 2 * COST, held: 0 })
  await expectProven(tools.server)
}, 120_000)

test('a page that is closed while its pictures are read gives the credit back', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer({ credit: CREDIT })
  const response = await post(
    browser,
    tools,
    Array.from({ length: 9 }, () => SHORT),
  )
  const reader = response.body!.getReader()
  // the line that says what is held
  await reader.read()
  expect((await balancesOf(tools.server, ann)).held).toBe(9 * MOST_PRICE)
  await reader.cancel()
  await expect.poll(async () => (await balancesOf(tools.server, ann)).held).toBe(0)
  expect(await chargesOf(tools, ann)).toEqual([])
})

test('a job is refused before anything is held: of a visitor, too large, not what its parts say, only of files that are no pictures, without credit', async () => {
  const tools = await toolsOf()
  const { ann, browser } = await tools.newCustomer({ credit: 10 })
  const statusOf = async (...given: Parameters<typeof post>) => (await post(...given)).status
  expect(await statusOf(tools.newBrowser(), tools, [SHORT])).toBe(401)
  expect(await statusOf(browser, tools, [Buffer.alloc(40 * 2 ** 20 + 1)])).toBe(413)
  const many = Array.from({ length: MOST_PICTURES + 1 }, () => SHORT)
  expect(await statusOf(browser, tools, many)).toBe(400)
  const wrong = await browser.send(`${tools.url}/jobs/pictures?id=job-0000-0001&parts=1.0`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: SHORT,
  })
  expect(wrong.status).toBe(400)
  const begun = performance.now()
  const events = await eventsOf(await post(browser, tools, [HEIC, Buffer.from('text')]))
  expect(performance.now() - begun).toBeLessThan(1_000)
  expect(events.at(-1)).toMatchObject({ type: 'done', pictures: [null, null], cost: 0 })
  expect(await eventsOf(await post(browser, tools, [SHORT]))).toMatchObject([
    { type: 'failed', error: { code: 'insufficient_quota', available: 10 } },
  ])
  expect(await tools.sql`select from credit_holds where user_id = ${ann.user.id}`).toEqual([])
})

test('credit that another application holds is told apart; a shop that does not answer is told', async () => {
  await using tools = await startToolsServer()
  const { ann, browser } = await tools.newCustomer({ credit: MOST_PRICE })
  await openHold(tools.server, ann, MOST_PRICE - 10, await tools.otherApplication())
  expect(await eventsOf(await post(browser, tools, [SHORT]))).toMatchObject([
    { type: 'failed', error: { code: 'insufficient_quota', available: 10, held: MOST_PRICE - 10 } },
  ])
  await tools.server.app.close()
  expect(await eventsOf(await post(browser, tools, [SHORT]))).toMatchObject([
    { type: 'failed', error: { code: 'shop_unavailable' } },
  ])
})

test("a program reads a picture with its customer's key; what is no picture costs nothing", async () => {
  const tools = await toolsOf()
  const { ann } = await tools.newCustomer({ credit: CREDIT })
  const headers = {
    'content-type': 'image/png',
    authorization: `Bearer ${await tools.newKey(ann)}`,
    'idempotency-key': 'receipt-2026-11',
  }
  const send = async (given: Uint8Array<ArrayBuffer>, changes: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...changes }, body: given }
    const response = await fetch(`${tools.url}/v1/ocr`, init)
    return { status: response.status, body: await response.json() }
  }
  const short = new Uint8Array(SHORT)
  const answer = await send(short)
  expect(answer).toEqual({
    status: 200,
    body: {
      ...{ id: expect.any(String), text: '软件和鼠标', lines: ['软件和鼠标'] },
      ...{ characters: 5, cost: COST, balance: CREDIT - COST },
    },
  })
  expect(await send(short)).toEqual(answer)
  expect(await send(new Uint8Array(HEIC))).toMatchObject({
    status: 422,
    body: { error: { code: 'picture_refused', message: expect.stringContaining('HEIC') } },
  })
  expect((await send(short, { 'content-type': 'application/json' })).status).toBe(400)
  expect((await send(short, { authorization: 'Bearer key_wrong' })).status).toBe(401)
  expect((await send(new Uint8Array(10 * 2 ** 20 + 1))).status).toBe(413)
  expect(await balancesOf(tools.server, ann)).toMatchObject({ balance: CREDIT - COST, held: 0 })
}, 120_000)
