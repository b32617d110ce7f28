import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildWeb } from '#server/testing/build-web.ts'
import { expectProven } from '#server/testing/applications/spending.ts'
import {
  DONE,
  finish,
  piece,
  toolsBeforeUpstream,
  usageOnly,
  words,
} from '../testing/answering-upstream.ts'

// An upstream that answers as each case says: shapes of servers that exist, written by hand.

beforeAll(buildWeb, 180_000)

const { newCustomer } = toolsBeforeUpstream()

const plain = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }

test.for<[name: string, stream: string, cost: number]>([
  ['usage in a piece of its own, as OpenAI', words + finish() + usageOnly(plain) + DONE, 18],
  ['usage beside the last choice, as Mistral', words + finish({ usage: plain }) + DONE, 18],
  [
    'usage null until the end, as vLLM',
    piece({ content: '好' }, { usage: null }) + finish({ usage: null }) + usageOnly(plain) + DONE,
    18,
  ],
  [
    'usage in each piece, growing, as some gateways',
    piece({ content: '好' }, { usage: { prompt_tokens: 10, completion_tokens: 1 } }) +
      finish({ usage: plain }) +
      DONE,
    18,
  ],
  [
    'cached tokens, as OpenAI',
    words + finish() + usageOnly({ ...plain, prompt_tokens_details: { cached_tokens: 10 } }) + DONE,
    9,
  ],
  [
    'cached tokens, as DeepSeek',
    words +
      finish() +
      usageOnly({ ...plain, prompt_cache_hit_tokens: 10, prompt_cache_miss_tokens: 0 }) +
      DONE,
    9,
  ],
  [
    'more cached than asked',
    words + finish() + usageOnly({ ...plain, prompt_tokens_details: { cached_tokens: 99 } }) + DONE,
    9,
  ],
  [
    'reasoning inside the answer, as OpenAI',
    words +
      finish() +
      usageOnly({ ...plain, completion_tokens_details: { reasoning_tokens: 3 } }) +
      DONE,
    18,
  ],
  [
    'reasoning beside the answer, as xAI',
    words +
      finish() +
      usageOnly({
        ...plain,
        total_tokens: 20,
        completion_tokens_details: { reasoning_tokens: 6 },
      }) +
      DONE,
    30,
  ],
  ['no [DONE], the connection just ends', words + finish() + usageOnly(plain), 18],
  [
    'CRLF and comments that keep it alive',
    `: OPENROUTER PROCESSING\r\n\r\n${(words + finish() + usageOnly(plain) + DONE).replaceAll('\n', '\r\n')}`,
    18,
  ],
  [
    'named events and ids',
    words.replaceAll('data:', 'event: message\nid: 7\ndata:') + finish() + usageOnly(plain) + DONE,
    18,
  ],
  [
    'no space after the colon',
    (words + finish() + usageOnly(plain) + DONE).replaceAll('data: ', 'data:'),
    18,
  ],
  [
    'calls of tools',
    piece({
      tool_calls: [
        { index: 0, id: 't', function: { name: 'weather', arguments: '{"city":"上海"}' } },
      ],
    }) +
      finish() +
      usageOnly(plain) +
      DONE,
    18,
  ],
  ['a refusal of content without any text', finish() + usageOnly(plain) + DONE, 18],
])('%s', async ([, stream, cost]) => {
  const ann = await newCustomer()
  ann.answerBy((_, response) => {
    const bytes = Buffer.from(stream)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // in the midst of a character
    response.write(bytes.subarray(0, bytes.indexOf('好') + 1))
    response.end(bytes.subarray(bytes.indexOf('好') + 1))
  })
  const response = await ann.ask({ stream: true })
  const text = await response.text()
  // clients that are web pages
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(text.endsWith(DONE)).toBe(true)
  expect(text).not.toContain('large-model')
  await vi.waitFor(async () => expect(await ann.left()).toEqual({ spent: cost, held: 0 }))
})

test('what the upstream is asked: our name of the model, a limit, the usage, and no field that is not known', async () => {
  const ann = await newCustomer()
  ann.answerBy((_, response) => response.end(words + finish() + usageOnly(plain) + DONE))
  const foreign = {
    user: 'operator-42',
    service_tier: 'priority',
    store: true,
    web_search_options: {},
  }
  await (await ann.ask({ ...foreign, temperature: 0.2, stream: true })).text()
  expect(ann.asked()).toEqual({
    messages: [{ role: 'user', content: '你好' }],
    ...{ model: 'large-model', temperature: 0.2, max_tokens: 1_000, stream: true },
    stream_options: { include_usage: true },
  })
  ann.answerBy((_, response) =>
    response.end(
      JSON.stringify({ choices: [{ message: { content: '好' }, finish_reason: 'stop' }] }),
    ),
  )
  await (await ann.ask({ max_completion_tokens: 7 })).text()
  expect(ann.asked()).toMatchObject({ max_tokens: 7, stream: false })
})

test('without a usage the answer is counted: the larger of pieces and estimate', async () => {
  const ann = await newCustomer()
  ann.answerBy((_, response) =>
    response.end(piece({ content: '您好，今天天气很好。' }) + finish() + DONE),
  )
  await (await ann.ask({ stream: true })).text()
  await vi.waitFor(async () => expect(await ann.usages()).toHaveLength(1))
  expect((await ann.usages())[0]?.usage).toMatchObject({ output_tokens: 8, cached_tokens: 0 })
})

test.for<[name: string, stream: string]>([
  [
    'an error in the midst of the stream',
    words + `data: {"error":{"message":"secret of org-1"}}\n\n`,
  ],
  ['a stream that breaks off', words],
  ['no JSON', words + 'data: <html>\n\n'],
  ['an answer that is empty', ''],
])('%s costs nothing, and says so in the stream', async ([, stream]) => {
  const ann = await newCustomer()
  ann.answerBy((_, response) => response.end(stream))
  const text = await (await ann.ask({ stream: true })).text()
  expect(text).toContain('upstream_failed')
  expect(text).toContain('没有扣费')
  expect(text).not.toContain('org-1')
  await vi.waitFor(async () => expect(await ann.left()).toEqual({ spent: 0, held: 0 }))
})

test('an answer that is dearer than expected costs what there was, and no debt', async () => {
  const ann = await newCustomer(100)
  const dear = { prompt_tokens: 500, completion_tokens: 4, total_tokens: 504 }
  ann.answerBy((_, response) => response.end(words + finish({ usage: dear }) + DONE))
  expect(await (await ann.ask({ stream: true, max_tokens: 4 })).text()).toContain('[DONE]')
  await vi.waitFor(async () => expect(await ann.left()).toEqual({ spent: 100, held: 0 }))
})

test('a whole answer is charged though nobody waits for it', async () => {
  const ann = await newCustomer()
  const { promise: reached, resolve: reach } = Promise.withResolvers<ServerResponse>()
  ann.answerBy((_, response) => reach(response))
  const stop = new AbortController()
  const asking = ann.ask({}, stop.signal).catch((error: unknown) => error)
  const response = await reached
  expect((await ann.left()).held).toBeGreaterThan(0)
  stop.abort()
  await asking
  response.end(
    JSON.stringify({
      choices: [{ message: { content: '好' }, finish_reason: 'stop' }],
      usage: plain,
    }),
  )
  await vi.waitFor(async () => expect(await ann.left()).toEqual({ spent: 18, held: 0 }))
})

test('who leaves before the first piece pays nothing, stops the upstream, and is slowed down when it happens often', async () => {
  const ann = await newCustomer()
  for (let turn = 0; turn < 20; turn += 1) {
    const { promise: reached, resolve: reach } = Promise.withResolvers<ServerResponse>()
    ann.answerBy((_, response) => reach(response))
    const stop = new AbortController()
    const asking = ann.ask({ stream: true }, stop.signal).catch((error: unknown) => error)
    const response = await reached
    const stopped = once(response, 'close')
    stop.abort()
    await asking
    await stopped
    await vi.waitFor(async () => expect(await ann.left()).toEqual({ spent: 0, held: 0 }))
  }
  const refused = await ann.ask({ stream: true })
  expect([refused.status, await refused.json()]).toMatchObject([
    429,
    { error: { code: 'rate_limit_exceeded' } },
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await expectProven(ann.tools.server)
})

test('who leaves after the first piece pays for what came', async () => {
  const ann = await newCustomer()
  const { promise: reached, resolve: reach } = Promise.withResolvers<ServerResponse>()
  ann.answerBy((_, response) => reach(response.writeHead(200)))
  const stop = new AbortController()
  const answered = ann.ask({ stream: true }, stop.signal)
  const response = await reached
  response.write(words)
  const reader = (await answered).body!.getReader()
  await reader.read()
  const stopped = once(response, 'close')
  stop.abort()
  await stopped
  await vi.waitFor(async () => expect((await ann.usages())[0]?.usage['output_tokens']).toBe(3))
  expect((await ann.left()).held).toBe(0)
})
