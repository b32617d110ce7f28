import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { balancesOf } from '#server/testing/applications/spending.ts'
import { oncePerFile } from '#server/testing/once-per-file.ts'
import type { Model } from '../chat/models.ts'
import { startToolsServer } from './tools-server.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** An upstream that answers as a test says. */
export async function startUpstream() {
  let answer: Answer = () => undefined
  let asked: unknown
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      asked = body
      answer(request, response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    key: 'sk-operator',
    answerBy: (next: Answer) => (answer = next),
    /** What came last. */
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** One credit a token of the request, two a token of the answer. */
export const MODEL: Model = {
  ...{ id: '星桥', upstream: 'large-model', longestAnswer: 1_000 },
  ...{ input: 1_000_000, cached: 100_000, output: 2_000_000 },
}

/** The tools site before such an upstream, once a test file. */
export function toolsBeforeUpstream() {
  const toolsOf = oncePerFile(async () => {
    const upstream = await startUpstream()
    const tools = await startToolsServer({}, { models: new Map([[MODEL.id, MODEL]]), upstream })
    return {
      ...tools,
      upstream,
      async [Symbol.asyncDispose]() {
        await tools[Symbol.asyncDispose]()
        await upstream[Symbol.asyncDispose]()
      },
    }
  })
  return {
    toolsOf,
    async newCustomer(credit = 100_000) {
      const tools = await toolsOf()
      const { ann } = await tools.newCustomer({ credit })
      const key = await tools.newKey(ann)
      const messages = [{ role: 'user', content: '你好' }]
      return {
        tools,
        key,
        answerBy: tools.upstream.answerBy,
        asked: tools.upstream.asked,
        ask: (more: object, signal: AbortSignal | null = null) =>
          fetch(`${tools.url}/v1/chat/completions`, {
            ...{ method: 'POST', signal },
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ model: MODEL.id, messages, ...more }),
          }),
        async left() {
          const { balance, held } = await balancesOf(tools.server, ann)
          return { spent: credit - balance, held }
        },
        usages: () =>
          tools.sql<{ usage: Record<string, number> }>`
            select usage from credit_charges where user_id = ${ann.user.id} order by id`,
      }
    },
  }
}

export const piece = (delta: object, rest: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: null }], ...rest })}\n\n`
export const finish = (rest: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], ...rest })}\n\n`
export const usageOnly = (usage: object) =>
  `data: ${JSON.stringify({ id: 'c', choices: [], usage })}\n\n`
export const DONE = 'data: [DONE]\n\n'
/** Of three pieces, one of them empty. */
export const words =
  piece({ role: 'assistant', content: '' }) + piece({ content: '您好' }) + piece({ content: '。' })
