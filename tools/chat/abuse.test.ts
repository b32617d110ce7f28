import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildWeb } from '#server/testing/build-web.ts'
import { expectProven } from '#server/testing/applications/spending.ts'
import {
  DONE,
  finish,
  MODEL,
  piece,
  startUpstream,
  toolsBeforeUpstream,
  words,
} from '../testing/answering-upstream.ts'
import { rememberingShop } from '../testing/remembering-shop.ts'
import { complete } from './complete.ts'
import { createJournal } from './journal.ts'
import { createSettlements } from './settle.ts'

beforeAll(buildWeb, 180_000)

const { newCustomer } = toolsBeforeUpstream()
const MEBIBYTE = 2 ** 20

/** Sends the head of a request, and nothing of the body that it announces. */
async function announceBody(url: string, headers: Record<string, string | number>) {
  const request = requestHttp(url, { method: 'POST', headers, agent: false })
  request.on('error', () => undefined).flushHeaders()
  return {
    status: async () => {
      const [response]: IncomingMessage[] = await once(request, 'response')
      return response?.statusCode
    },
    [Symbol.dispose]: () => void request.destroy(),
  }
}

test('a stranger is refused before the body is taken in, and a customer has so much under way', async () => {
  const { tools, key } = await newCustomer()
  const url = `${tools.url}/v1/chat/completions`
  const head = { 'content-type': 'application/json', 'content-length': 8 * MEBIBYTE }
  using stranger = await announceBody(url, {
    ...head,
    authorization: `Bearer key_${'A'.repeat(43)}`,
  })
  expect(await stranger.status()).toBe(401)
  const authorization = `Bearer ${key}`
  using first = await announceBody(url, { ...head, authorization })
  using second = await announceBody(url, { ...head, authorization })
  using third = await announceBody(url, { ...head, authorization })
  expect(await Promise.race([first, second, third].map((each) => each.status()))).toBe(429)
})

test.for<[name: string, field: object]>([
  [
    'a long text in a tool, whatever its field is called',
    {
      tools: [
        {
          type: 'function',
          function: {
            name: 'f',
            parameters: {
              properties: {
                file: { description: 'word '.repeat(4_000) },
                image_url: { description: 'word '.repeat(4_000) },
              },
            },
          },
        },
      ],
    },
  ],
  [
    'signs of which each is a token or more',
    { messages: [{ role: 'user', content: 'ก'.repeat(5_000) + '🦊'.repeat(2_500) }] },
  ],
  ['digits', { messages: [{ role: 'user', content: '8'.repeat(10_000) }] }],
])('%s is held for before the model is asked', async ([, field]) => {
  const ann = await newCustomer()
  const { promise: reached, resolve: reach } = Promise.withResolvers<ServerResponse>()
  ann.answerBy((_, response) => reach(response))
  const answered = ann.ask({ ...field, stream: true, max_tokens: 1 })
  const response = await reached
  expect((await ann.left()).held).toBeGreaterThan(9_000)
  response.end(words + finish() + DONE)
  await (await answered).text()
})

test.for<[name: string, field: object]>([
  ['a tool of the upstream', { tools: [{ type: 'web_search', web_search: { enable: true } }] }],
  [
    'a tool of the upstream by a name',
    { tools: [{ type: 'builtin_function', function: { name: '$web_search' } }] },
  ],
  [
    'a file of the operator',
    { messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }] },
  ],
  [
    'a film',
    {
      messages: [
        {
          role: 'user',
          content: [{ type: 'video_url', video_url: { url: 'https://a.test/b.mp4' } }],
        },
      ],
    },
  ],
])('%s has no price here and is refused', async ([, field]) => {
  const ann = await newCustomer()
  const asked = vi.fn<() => void>()
  ann.answerBy((_, response) => {
    asked()
    response.end(words + finish() + DONE)
  })
  expect((await ann.ask({ ...field, stream: true })).status).toBe(400)
  expect(asked).not.toHaveBeenCalled()
})

const early = { prompt_tokens: 10, completion_tokens: 0, total_tokens: 10 }

test('who leaves pays for what came, though the upstream has reported a usage before it', async () => {
  const ann = await newCustomer()
  const { promise: reached, resolve: reach } = Promise.withResolvers<ServerResponse>()
  ann.answerBy((_, response) => reach(response.writeHead(200)))
  const stop = new AbortController()
  const answered = ann.ask({ stream: true }, stop.signal)
  const response = await reached
  response.write(
    piece({ role: 'assistant', content: '' }, { usage: early }) +
      piece({ content: '好' }).repeat(50),
  )
  const reader = (await answered).body!.getReader()
  for (let text = ''; text.split('好').length < 51;)
    text += Buffer.from((await reader.read()).value).toString()
  const stopped = once(response, 'close')
  stop.abort()
  await stopped
  await vi.waitFor(async () => expect((await ann.usages())[0]?.usage['output_tokens']).toBe(50))
})

test.for<[name: string, usage: unknown]>([
  ['no tokens of an answer that has some', early],
  ['texts', { prompt_tokens: '10', completion_tokens: '4', total_tokens: '14' }],
  ['negative numbers', { prompt_tokens: -10, completion_tokens: -4, total_tokens: -14 }],
  ['half tokens', { prompt_tokens: 0.5, completion_tokens: 1.5, total_tokens: 2 }],
])('an upstream that reports %s: the answer is counted', async ([, usage]) => {
  const ann = await newCustomer()
  ann.answerBy((_, response) =>
    response.end(piece({ content: '您好，今天天气很好。' }) + finish({ usage }) + DONE),
  )
  const text = await (await ann.ask({ stream: true })).text()
  // nobody has asked for it
  expect(text).not.toContain('prompt_tokens')
  await vi.waitFor(async () => expect(await ann.usages()).toHaveLength(1))
  const [{ usage: booked } = { usage: {} }] = await ann.usages()
  expect(booked).toMatchObject({ output_tokens: 8 })
  expect(booked['input_tokens']).toBeGreaterThanOrEqual(10)
})

test('answers at once that are dearer than expected leave no debt', async () => {
  const ann = await newCustomer(400)
  const reached: ServerResponse[] = []
  ann.answerBy((_, response) => reached.push(response))
  const answers = [1, 2, 3].map(() => ann.ask({ stream: true, max_tokens: 4 }))
  await vi.waitFor(() => expect(reached).toHaveLength(3))
  const dear = { prompt_tokens: 300, completion_tokens: 4, total_tokens: 304 }
  for (const response of reached) response.end(words + finish({ usage: dear }) + DONE)
  for (const each of answers) expect(await (await each).text()).toContain('[DONE]')
  await vi.waitFor(async () => expect((await ann.left()).held).toBe(0))
  expect(await ann.left()).toEqual({ spent: 400, held: 0 })
  await expectProven(ann.tools.server)
})

test('answers that the upstream breaks off cost nothing, and whoever has many of them waits', async () => {
  const ann = await newCustomer()
  ann.answerBy((_, response) => response.end(words))
  for (let turn = 0; turn < 20; turn += 1)
    expect(await (await ann.ask({ stream: true })).text()).toContain('upstream_failed')
  expect((await ann.ask({ stream: true })).status).toBe(429)
  await vi.waitFor(async () => expect(await ann.left()).toEqual({ spent: 0, held: 0 }))
})

test('a failure that the upstream tells with status 200 costs nothing', async () => {
  const ann = await newCustomer()
  ann.answerBy((_, response) => response.end(JSON.stringify({ code: 500, msg: 'org-1 is busy' })))
  expect((await ann.ask({})).status).toBe(502)
  await vi.waitFor(async () => expect(await ann.left()).toEqual({ spent: 0, held: 0 }))
})

test('an answer that is whole is paid for, whatever breaks behind its end', async () => {
  const ann = await newCustomer()
  ann.answerBy((_, response) => response.end(`${words}${finish()}data: <html>\n\n`))
  expect((await (await ann.ask({ stream: true })).text()).endsWith(DONE)).toBe(true)
  await vi.waitFor(async () => expect(await ann.usages()).toHaveLength(1))
})

test.for<[name: string, limits: { silenceMs: number; answerMs: number }]>([
  ['takes in nothing', { silenceMs: 2_000, answerMs: 60_000 }],
  ['takes it in too slowly', { silenceMs: 60_000, answerMs: 2_000 }],
])('a reader that %s is cut off and pays for what came', async ([, limits]) => {
  await using upstream = await startUpstream()
  upstream.answerBy((_, response) => {
    // more than sockets keep, and no end
    for (let at = 0; at < 30; at += 1) response.write(piece({ content: '好'.repeat(200_000) }))
  })
  const { shop, calls } = rememberingShop()
  const log = { error: vi.fn<() => void>() }
  const journal = createJournal({ path: null, log })
  const deps = {
    shop,
    journal,
    ...createSettlements({ shop, journal, log }),
    upstream,
    log,
    limits,
  }
  const body = { model: MODEL.id, messages: [{ content: '你好' }], stream: true }
  const order = { user: 'ann', keyId: 'k1', model: MODEL, body }
  const ended = Promise.withResolvers<string>()
  const site = createServer((_, response) => {
    complete(deps, order, response).then(ended.resolve, ended.reject)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const address = site.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const reader = connect(address.port, '127.0.0.1').on('error', () => undefined)
  reader.pause().write('GET / HTTP/1.1\r\nHost: tools\r\n\r\n')
  expect(await ended.promise).toBe('paid')
  expect(calls).toEqual(['capture'])
  reader.destroy()
  site.close()
})
