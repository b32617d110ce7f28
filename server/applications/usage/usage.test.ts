import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import * as calls from '#contract/applications/applications.ts'
import { usageCsv, usageRecords, usageSummary } from '#contract/credit/usage.ts'
import { newApplication, newKeyOf } from '../../testing/applications/applications.ts'
import { applicationsPerFile } from '../../testing/applications/application-client.ts'
import type { TestUser } from '../../testing/harness.ts'

const join = applicationsPerFile()

const DAY_MS = 24 * 60 * 60 * 1000

/** A customer with charges, holds, a reversal and an API key on two days. */
async function startUsage() {
  const shop = await join({ credit: 1_000 })
  const { ann, application, server } = shop
  const user = ann.user.id
  const made = await ann.call(apiKeys.createApiKey, {
    ...{ applicationId: application.id, name: '批处理', monthlyLimit: null },
  })
  const { apiKey } = made.body.data
  const charge = (amount: number, reason: string, more: object = {}) =>
    shop.call(calls.chargeCredit, { user, amount, reason, ...more })
  const hold = async (amount: number, reason: string) =>
    (await shop.call(calls.holdCredit, { user, amount, reason })).body.data.hold.id

  const { charge: first } = (await charge(100, '昨天的翻译')).body.data
  server.advance(DAY_MS)
  await shop.call(calls.reverseCharge, { user, id: first.id, amount: 40, reason: '漏译' })
  await charge(30, '夜间批处理', { key: apiKey.id, usage: { characters: 8_400, model: 'a' } })
  const captured = await hold(60, '文档')
  await shop.call(calls.captureHold, { user, id: captured, amount: 50 })
  const released = await hold(20, '没有完成')
  await shop.call(calls.releaseHold, { user, id: released })
  await hold(70, '进行中')
  return { ...shop, apiKey, first }
}

const readAll = async (user: TestUser, filter: object = {}) =>
  (await user.call(usageRecords, { limit: 100, ...filter })).body.data.list

test('daily sums are by tool, the credit says what is held, and records are charges and holds that were not charged', async () => {
  const shop = await startUsage()
  const { ann, application, apiKey, first: charge } = shop
  const { body } = await ann.call(usageSummary, {})
  const { days, first, last, ...rest } = body.data
  expect(Date.parse(last) - Date.parse(first)).toBe(29 * DAY_MS)
  const common = { applicationId: application.id }
  expect(days).toEqual([
    { ...common, day: expect.any(String), charged: 100, charges: 1, reversed: 0 },
    { ...common, day: last, charged: 80, charges: 2, reversed: 40 },
  ])
  expect(rest).toEqual({
    applications: [{ id: application.id, name: 'AI 工具' }],
    keys: [{ id: apiKey.id, name: '批处理', hint: apiKey.hint }],
    credit: { balance: 860, held: 70, available: 790, debt: 0, openHolds: 1 },
  })

  const list = await readAll(ann)
  expect(list.map(({ reason, state, held, amount }) => [reason, state, held, amount])).toEqual([
    ['进行中', 'open', 70, 0],
    ['没有完成', 'released', 20, 0],
    ['文档', 'charged', 60, 50],
    ['夜间批处理', 'charged', null, 30],
    ['昨天的翻译', 'charged', null, 100],
  ])
  expect(list[0]).toMatchObject({ balanceAfter: null, expiresAt: expect.any(String), key: null })
  expect(list[1]!.expiresAt).toBeNull()
  expect(list[2]!.balanceAfter).toBe(860)
  expect(list[3]).toMatchObject({
    key: { name: '批处理', hint: apiKey.hint },
    usage: { characters: 8_400, model: 'a' },
  })
  expect(list[4]).toMatchObject({
    id: charge.id,
    reversed: 40,
    reversals: [{ amount: 40, reason: '漏译' }],
  })
})

test('filters by tool, key and days hold for sums and records', async () => {
  const shop = await startUsage()
  const { ann, server, application, apiKey } = shop
  const other = await newApplication(server)
  const key = await newKeyOf(server, other)
  await shop.call(
    calls.chargeCredit,
    { user: ann.user.id, amount: 5, reason: '另一个工具' },
    { headers: { authorization: `Bearer ${key}` } },
  )
  const { last } = (await ann.call(usageSummary, {})).body.data
  const yesterday = new Date(Date.parse(last) - DAY_MS).toISOString().slice(0, 10)
  const read = async (filter: object) => {
    const { days } = (await ann.call(usageSummary, filter)).body.data
    const charged = (await readAll(ann, filter)).filter(({ state }) => state === 'charged')
    return [
      days.reduce((sum, day) => sum + day.charged, 0),
      charged.reduce((sum, { amount }) => sum + amount, 0),
    ]
  }
  expect(await read({})).toEqual([185, 185])
  expect(await read({ applicationId: application.id })).toEqual([180, 180])
  expect(await read({ applicationId: other.id })).toEqual([5, 5])
  expect(await read({ key: apiKey.id })).toEqual([30, 30])
  expect(await read({ key: 'web' })).toEqual([155, 155])
  expect(await read({ first: yesterday, last: yesterday })).toEqual([100, 100])
  expect(await read({ first: last, last })).toEqual([85, 85])
  expect(await read({ applicationId: 'unknown', key: 'unknown' })).toEqual([0, 0])
})

test('pages go on where the one before ended, although charges arrive meanwhile', async () => {
  const shop = await startUsage()
  const { ann } = shop
  const whole = await readAll(ann)
  const seen: string[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await ann.call(usageRecords, { limit: 2, ...(cursor && { cursor }) })
    seen.push(...body.data.list.map(({ id }) => id))
    await shop.call(calls.chargeCredit, { user: ann.user.id, amount: 1, reason: '新的' })
    if (body.data.next === null) break
    cursor = body.data.next
  }
  expect(seen).toEqual(whole.map(({ id }) => id))
})

test('wrong days and cursors are refused', async () => {
  const shop = await join()
  const refused = { status: 400, body: { code: 'VALIDATION' } }
  for (const filter of [
    { first: '2026-02-30', last: '2026-03-01' },
    { first: '2026-03-02', last: '2026-03-01' },
    { first: '2025-01-01', last: '2026-03-01' },
    { first: '2026-03-01' },
    { key: 'a b' },
    { applicationId: 'a b' },
  ]) {
    expect(await shop.ann.call(usageSummary, filter), JSON.stringify(filter)).toMatchObject(refused)
    expect(await shop.ann.call(usageRecords, filter), JSON.stringify(filter)).toMatchObject(refused)
    expect(await shop.ann.call(usageCsv, filter), JSON.stringify(filter)).toMatchObject(refused)
  }
  expect(await shop.ann.call(usageRecords, { cursor: 'abc' })).toMatchObject(refused)
  expect(await shop.ann.call(usageRecords, { limit: 101 })).toMatchObject(refused)
})

test('a customer sees nothing of another one; a visitor is refused', async () => {
  const shop = await startUsage()
  const { server, application, apiKey } = shop
  const ben = await server.newUser()
  const { body } = await ben.call(usageSummary, { applicationId: application.id, key: apiKey.id })
  expect(body.data).toMatchObject({ days: [], applications: [], keys: [], credit: { balance: 0 } })
  expect(await readAll(ben, { key: apiKey.id })).toEqual([])
  expect(await readAll(ben)).toEqual([])
  for (const endpoint of [usageSummary, usageRecords, usageCsv])
    expect(await server.visitor().call(endpoint, {})).toMatchObject({ status: 401 })
})

test('CSV: a kept parser reads every record, in the time zone of the site; files are limited by user', async () => {
  const shop = await startUsage()
  const { ann, server } = shop
  const reason = '=1+1,"引号"'
  await shop.call(calls.chargeCredit, { user: ann.user.id, amount: 3, reason })
  const answer = await ann.call(usageCsv, {})
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  const { first, last } = (await ann.call(usageSummary, {})).body.data
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="usage-${first}-${last}.csv"`,
  )
  const text = answer.body.message
  expect(text.startsWith('\uFEFF时间,工具,密钥,说明,')).toBe(true)
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  const list = await readAll(ann)
  expect(rows.map((row) => row['编号'])).toEqual(list.map(({ id }) => id))
  expect(rows[0]).toMatchObject({ 说明: `'${reason}`, 扣费: '3', 状态: '已扣费', 工具: 'AI 工具' })
  expect(rows[0]!['时间']).toMatch(new RegExp(`^${last} \\d\\d:\\d\\d:\\d\\d$`))
  expect(rows.at(-1)).toMatchObject({ 扣费: '100', 退回: '40' })
  expect(rows.at(-2)).toMatchObject({ 密钥: '批处理', 用量: 'characters=8400; model=a' })
  expect(server.deps.content.site.timeZone).toBe('Asia/Shanghai')

  for (let file = 1; file < 30; file += 1)
    expect(await ann.call(usageCsv, {})).toMatchObject({ status: 200 })
  expect(await ann.call(usageCsv, {})).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED' },
  })
})

test('an application names its usage: customers see its words in its order, names without one last', async () => {
  const shop = await startUsage()
  const { ann, server } = shop
  const labels = [
    { name: 'model', label: '模型' },
    { name: 'characters', label: '字数' },
    { name: 'pages', label: '页数' },
  ]
  const read = async () => (await readAll(ann)).find(({ reason }) => reason === '夜间批处理')
  expect(await read()).toMatchObject({
    measured: [
      { label: 'characters', value: 8_400 },
      { label: 'model', value: 'a' },
    ],
  })
  expect((await shop.call(calls.setUsageLabels, { labels: [] })).body.data).toEqual({ labels: [] })
  expect(await shop.call(calls.setUsageLabels, { labels })).toMatchObject({
    status: 200,
    body: { data: { labels } },
  })
  const usage = { pages: 2, seconds: 1, model: 'b' }
  await shop.call(calls.chargeCredit, { user: ann.user.id, amount: 1, reason: '新的', usage })
  const { measured, ...charge } = (await readAll(ann))[0]!
  expect(measured).toEqual([
    { label: '模型', value: 'b' },
    { label: '页数', value: 2 },
    { label: 'seconds', value: 1 },
  ])
  expect(charge.usage).toEqual(usage)
  // what was charged before is read in today's words
  expect(await read()).toMatchObject({
    measured: [
      { label: '模型', value: 'a' },
      { label: '字数', value: 8_400 },
    ],
  })
  const csv = await server.app.inject({
    ...{ method: 'GET', url: usageCsv.path },
    cookies: Object.fromEntries(ann.cookies),
  })
  expect(csv.body).toContain('模型=b; 页数=2; seconds=1')
})

test('customers see where they find a live application that has an address', async () => {
  const shop = await startUsage()
  const { ann, server, application } = shop
  const read = async () => {
    const { body } = await ann.call(apiKeys.applicationList, {})
    const named = body.data.list.find(({ id }) => id === application.id)
    return [named?.url, (await readAll(ann))[0]!.applicationUrl]
  }
  expect(await read()).toEqual([undefined, undefined])
  const url = 'https://tools.test/'
  await server.sql`update applications set home_url = ${url} where id = ${application.id}`
  expect(await read()).toEqual([url, url])
  await server.sql`update applications set disabled_at = now() where id = ${application.id}`
  expect(await read()).toEqual([undefined, undefined])
})
