import OpenAI, { type APIError } from 'openai'
import { beforeAll, expect, test, vi } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { usageRecords } from '#contract/credit/usage.ts'
import { buildWeb } from '#server/testing/build-web.ts'
import { balancesOf, expectProven } from '#server/testing/applications/spending.ts'
import { oncePerFile } from '#server/testing/once-per-file.ts'
import { startToolsServer } from '../testing/tools-server.ts'
import type { Model } from './models.ts'

beforeAll(buildWeb, 180_000)

/** One credit a token, half of it for cached ones. */
const PRICES = { input: 1_000_000, cached: 500_000, output: 1_000_000, longestAnswer: 2_000 }
const FATES = ['', '-long', '-thinking', '-fails', '-busy', '-refuses']
const models = new Map(
  FATES.map((fate): [string, Model] => {
    const upstream = `stand-in${fate}`
    return [`星桥${fate}`, { id: `星桥${fate}`, upstream, ...PRICES }]
  }),
)
const toolsOf = oncePerFile(() => startToolsServer({}, { models }))

const QUESTION = '预付费积分怎样记账？'
const ask = (model: string, more: object = {}) => ({
  ...{ model, messages: [{ role: 'user' as const, content: QUESTION }], max_tokens: 200 },
  ...more,
})

/** A customer whose client is OpenAI's own. */
async function newClient({ credit = 10_000, monthlyLimit = null as number | null } = {}) {
  const tools = await toolsOf()
  const { ann } = await tools.newCustomer({ credit })
  const apiKey = await tools.newKey(ann, monthlyLimit)
  const client = new OpenAI({ baseURL: `${tools.url}/v1`, apiKey, maxRetries: 0 })
  const balances = async () => {
    const { balance, held } = await balancesOf(tools.server, ann)
    return { balance, held }
  }
  const charges = () =>
    tools.sql<{ amount: number; reason: string; usage: Record<string, number | string> }>`
      select amount, reason, usage from credit_charges where user_id = ${ann.user.id} order by id`
  return { tools, ann, client, apiKey, balances, charges, credit }
}

const rejectionOf = (promise: Promise<unknown>): Promise<APIError> =>
  promise.then(
    () => expect.unreachable('the call did not fail'),
    (error: APIError) => error,
  )

async function collect(stream: AsyncIterable<OpenAI.ChatCompletionChunk>) {
  const chunks: OpenAI.ChatCompletionChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
  return { chunks, text, usage: chunks.at(-1)?.usage ?? null }
}

test('models are listed, and a whole answer is charged by what the upstream reports', async () => {
  const { tools, client, charges, balances, credit } = await newClient()
  expect((await client.models.list()).data.map(({ id }) => id)).toEqual([...models.keys()])
  const { model, usage, choices } = await client.chat.completions.create(ask('星桥'))
  expect(model).toBe('星桥')
  expect(choices[0]?.message.content).toContain(`【模型替身】您说的是：“${QUESTION}”`)
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } = usage ?? {}
  await vi.waitFor(async () => expect(await charges()).toHaveLength(1))
  expect(await charges()).toEqual([
    {
      amount: input + output,
      reason: '对话（星桥）',
      usage: { model: '星桥', input_tokens: input, cached_tokens: 0, output_tokens: output },
    },
  ])
  expect(await balances()).toEqual({ balance: credit - input - output, held: 0 })
  await expectProven(tools.server)
})

test('customers read in the shop what an answer used, in words and in order', async () => {
  const { client, ann } = await newClient()
  await client.chat.completions.create(ask('星桥'))
  await vi.waitFor(async () => {
    const { body } = await ann.call(usageRecords, {})
    const { measured } = body.data.list.find(({ state }) => state === 'charged')!
    expect(measured!.map(({ label }) => label)).toEqual(['模型', '输入', '其中缓存', '输出'])
  })
})

test('a stream comes piece by piece; its usage is passed on only to who asks for it', async () => {
  const { client, charges } = await newClient()
  const quiet = await collect(
    await client.chat.completions.create({ ...ask('星桥'), stream: true }),
  )
  expect(quiet.chunks.length).toBeGreaterThan(50)
  expect(quiet.usage).toBeNull()
  expect(quiet.chunks.every(({ choices }) => choices.length > 0)).toBe(true)
  const options = { stream: true as const, stream_options: { include_usage: true } }
  const { usage } = await collect(
    await client.chat.completions.create({ ...ask('星桥-thinking'), ...options }),
  )
  // thoughts are part of the answer's tokens
  expect(usage?.completion_tokens_details?.reasoning_tokens).toBe(30)
  await vi.waitFor(async () => expect(await charges()).toHaveLength(2))
  expect((await charges())[1]).toMatchObject({
    amount: (usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0),
    usage: { output_tokens: usage?.completion_tokens, reasoning_tokens: 30 },
  })
})

test('failures of the upstream cost nothing, and its words about the operator stay here', async () => {
  const { client, charges, balances, credit } = await newClient()
  const cases: [model: string, status: number, code: string][] = [
    ['星桥-fails', 502, 'upstream_failed'],
    ['星桥-busy', 429, 'model_busy'],
  ]
  for (const [model, status, code] of cases) {
    for (const stream of [false, true]) {
      const { create } = client.chat.completions
      const error = await rejectionOf(
        create.call(client.chat.completions, { ...ask(model), stream }),
      )
      expect([model, error]).toMatchObject([model, { status, code }])
      expect(error.message).not.toContain('org-of-the-operator')
    }
  }
  expect(await rejectionOf(client.chat.completions.create(ask('星桥-refuses')))).toMatchObject({
    status: 400,
  })
  await vi.waitFor(async () => expect(await balances()).toEqual({ balance: credit, held: 0 }))
  expect(await charges()).toEqual([])
})

test('credit that is short pays for a shorter answer, never for a debt; none of it is told at once', async () => {
  const { client, balances, tools } = await newClient({ credit: 150 })
  const { choices } = await client.chat.completions.create(ask('星桥-long', { max_tokens: 2_000 }))
  expect(choices[0]?.finish_reason).toBe('length')
  await vi.waitFor(async () => expect((await balances()).held).toBe(0))
  expect((await balances()).balance).toBeGreaterThanOrEqual(0)
  expect((await balances()).balance).toBeLessThan(20)
  await expectProven(tools.server)
  // a client that would try again by itself makes one call
  const calls = vi.fn<typeof fetch>(fetch)
  const poor = new OpenAI({
    baseURL: client.baseURL,
    apiKey: client.apiKey,
    maxRetries: 2,
    fetch: calls,
  })
  expect(await rejectionOf(poor.chat.completions.create(ask('星桥')))).toMatchObject({
    ...{ status: 402, code: 'insufficient_quota', type: 'insufficient_quota' },
    message: expect.stringContaining('余额不足'),
  })
  expect(calls).toHaveBeenCalledTimes(1)
})

test('a key is refused when it is wrong, above its limit, or revoked a moment ago', async () => {
  const { client, ann } = await newClient({ monthlyLimit: 100 })
  const stranger = new OpenAI({
    baseURL: client.baseURL,
    apiKey: `key_${'A'.repeat(43)}`,
    maxRetries: 0,
  })
  expect(await rejectionOf(stranger.models.list())).toMatchObject({
    status: 401,
    code: 'invalid_api_key',
  })
  expect(await rejectionOf(client.chat.completions.create(ask('星桥')))).toMatchObject({
    ...{ status: 402, code: 'insufficient_quota' },
  })
  const { body } = await ann.call(apiKeys.apiKeyList, {})
  await ann.call(apiKeys.revokeApiKey, { id: body.data.list[0]!.id })
  expect(
    await rejectionOf(client.chat.completions.create(ask('星桥', { max_tokens: 10 }))),
  ).toMatchObject({
    ...{ status: 401, code: 'invalid_api_key' },
  })
})

test('an address that sends twenty wrong keys waits; others go on, and readers that take in nothing are ended', async () => {
  const { apiKey, tools } = await newClient()
  const list = async (key: string, address: string) => {
    const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': address }
    return (await fetch(`${tools.url}/v1/models`, { headers })).status
  }
  const wrong = `key_${'B'.repeat(43)}`
  for (let n = 1; n <= 20; n += 1) expect(await list(wrong, '203.0.113.1')).toBe(401)
  expect(await list(wrong, '203.0.113.1')).toBe(429)
  expect(await list(apiKey, '203.0.113.2')).toBe(200)
  expect(tools.app.server.timeout).toBe(120_000)
})

test('wrong requests are told in the shape that clients read, and cost nothing', async () => {
  const { client, apiKey, tools, charges, balances, credit } = await newClient()
  const cases: [more: object, status: number, code: string][] = [
    [{ model: 'gpt-x' }, 404, 'model_not_found'],
    [{ messages: [] }, 400, 'invalid_request'],
    [{ n: 3 }, 400, 'invalid_request'],
    [{ max_tokens: 0 }, 400, 'invalid_request'],
  ]
  for (const [more, status, code] of cases)
    expect([
      more,
      await rejectionOf(client.chat.completions.create(ask('星桥', more))),
    ]).toMatchObject([more, { status, code }])
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  for (const body of [
    '{',
    `{"model": "星桥", "messages": [{"content": "a"}], "tools": [{"type": "function", "a": ${deep}}]}`,
  ]) {
    const raw = await fetch(`${tools.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body,
    })
    expect([raw.status, await raw.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_request' } },
    ])
  }
  // clients that are web pages
  const preflight = await fetch(`${tools.url}/v1/chat/completions`, { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(await charges()).toEqual([])
  expect(await balances()).toEqual({ balance: credit, held: 0 })
})

test('a page of this site asks by its session, and a page of another site cannot', async () => {
  const tools = await toolsOf()
  const { browser } = await tools.newCustomer({ credit: 10_000 })
  const send = (headers: Record<string, string>) =>
    browser.send(`${tools.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(ask('星桥')),
    })
  expect((await send({})).status).toBe(200)
  const foreign = await send({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' })
  expect([foreign.status, await foreign.json()]).toMatchObject([
    401,
    { error: { code: 'invalid_api_key' } },
  ])
})
