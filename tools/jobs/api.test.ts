import { beforeAll, expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { buildWeb } from '#server/testing/build-web.ts'
import { oncePerFile } from '#server/testing/once-per-file.ts'
import { balancesOf } from '#server/testing/applications/spending.ts'
import { startToolsServer } from '../testing/tools-server.ts'

beforeAll(buildWeb, 180_000)
const toolsOf = oncePerFile(() => startToolsServer())

async function post(
  url: string,
  tool: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${url}/v1/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

test("a program converts with its customer's key, and the charge names the key", async () => {
  const tools = await toolsOf()
  const { ann } = await tools.newCustomer()
  const key = await tools.newKey(ann)
  const answer = await post(tools.url, 'chinese', { text: '软件', to: 'tw' }, bearer(key))
  expect(answer).toEqual({
    status: 200,
    body: { id: expect.any(String), text: '軟體', characters: 2, cost: 1, balance: 99 },
  })
  const [charge] = await tools.sql<{ id: string; name: string }>`
    select c.id, k.name from credit_charges c join api_keys k on k.id = c.api_key_id
    where c.user_id = ${ann.user.id}`
  expect(charge).toEqual({ id: answer.body['id'], name: '脚本' })
  // without `to` the first choice
  expect((await post(tools.url, 'spacing', { text: '用React' }, bearer(key))).body).toMatchObject({
    text: '用 React',
    balance: 98,
  })
  // sent again under its Idempotency-Key
  const headers = { ...bearer(key), 'idempotency-key': 'invoice-2026-08' }
  const first = await post(tools.url, 'pinyin', { text: '你好' }, headers)
  expect(await post(tools.url, 'pinyin', { text: '你好' }, headers)).toEqual(first)
  expect(await balancesOf(tools.server, ann)).toMatchObject({ balance: 96 })
})

test('a key that is wrong, revoked or spent is refused, each with its code', async () => {
  const tools = await toolsOf()
  const { ann } = await tools.newCustomer()
  const text = { text: '软件' }
  const refused = (status: number, code: string) => ({
    status,
    body: { code, message: expect.stringMatching(/[一-鿿]/) },
  })
  expect(await post(tools.url, 'chinese', text)).toMatchObject(refused(401, 'KEY_INVALID'))
  const wrong = bearer(`key_${'A'.repeat(43)}`)
  expect(await post(tools.url, 'chinese', text, wrong)).toMatchObject(refused(401, 'KEY_INVALID'))
  const limited = bearer(await tools.newKey(ann, 1))
  expect((await post(tools.url, 'chinese', text, limited)).status).toBe(200)
  expect(await post(tools.url, 'chinese', text, limited)).toMatchObject(refused(402, 'KEY_LIMIT'))
  const { body } = await ann.call(apiKeys.apiKeyList, {})
  await ann.call(apiKeys.revokeApiKey, { id: body.data.list[0]!.id })
  expect(await post(tools.url, 'chinese', text, limited)).toMatchObject(refused(401, 'KEY_INVALID'))
})

test('an address that sends twenty wrong keys waits; others go on, and the site ends readers that take in nothing', async () => {
  const tools = await toolsOf()
  const { ann } = await tools.newCustomer()
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const wrong = { ...bearer(`key_${'B'.repeat(43)}`), ...from('203.0.113.1') }
  const send = () => post(tools.url, 'chinese', { text: '软件' }, wrong)
  for (let n = 1; n <= 20; n += 1) expect((await send()).status).toBe(401)
  expect(await send()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  const right = { ...bearer(await tools.newKey(ann)), ...from('203.0.113.2') }
  expect((await post(tools.url, 'chinese', { text: '软件' }, right)).status).toBe(200)
  expect(tools.app.server.timeout).toBe(120_000)
})

test('a wrong call costs nothing', async () => {
  const tools = await toolsOf()
  const { ann } = await tools.newCustomer()
  const key = bearer(await tools.newKey(ann))
  for (const [tool, given, status, code] of [
    ['chinese', { text: '软件', to: 'klingon' }, 400, 'VALIDATION'],
    ['chinese', { text: 7 }, 400, 'VALIDATION'],
    ['chinese', 'text', 400, 'VALIDATION'],
    ['magic', { text: '软件' }, 404, 'NOT_FOUND'],
    ['chinese', { text: '字'.repeat(50_001) }, 413, 'TEXT_TOO_LONG'],
    ['table', { text: '[1' }, 422, 'CONVERSION_FAILED'],
  ] as const) {
    const answer = await post(tools.url, tool, given, key)
    expect([given, answer]).toMatchObject([given, { status, body: { code } }])
  }
  expect(await balancesOf(tools.server, ann)).toMatchObject({ balance: 100, held: 0 })
  const { ann: poor } = await tools.newCustomer({ credit: 0 })
  const text = { text: '软件' }
  expect(await post(tools.url, 'chinese', text, bearer(await tools.newKey(poor)))).toMatchObject({
    status: 402,
    body: { code: 'CREDIT_SHORT', available: 0 },
  })
})
