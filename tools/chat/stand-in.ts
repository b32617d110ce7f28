import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { estimateInput } from './models.ts'

/** What becomes of a request, by the model that it names, as with the numbers of test cards. */
const FATES: Readonly<Record<string, Fate>> = {
  'stand-in': {},
  'stand-in-long': { length: 1_200, pauseMs: 5 },
  'stand-in-thinking': { thoughts: 30 },
  'stand-in-fails': { status: 500 },
  'stand-in-busy': { status: 429 },
  'stand-in-refuses': { status: 400 },
}

interface Fate {
  length?: number
  pauseMs?: number
  thoughts?: number
  status?: number
}

const LABEL = '【模型替身】'
const FILLING = '当前未接入真实模型，回答是固定内容。设置 AI_BASE_URL 与 AI_API_KEY 即可接入。'
const LONGEST_QUOTE = 60
const PAUSE_AFTER = 20

const asked = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ content: z.unknown() })),
  max_tokens: z.int(),
  stream: z.boolean(),
  stream_options: z.optional(z.object({ include_usage: z.boolean() })),
})

/**
 * Stands in for a model as the payment sandbox does for the payment provider: it speaks the same HTTP, knows nothing,
 * and says so in each answer. A character is a token.
 */
export function createStandIn(): FastifyInstance {
  const app = Fastify({ bodyLimit: 16 * 1024 * 1024 })
  app.post('/v1/chat/completions', async (request, reply) => {
    const body = asked.parse(request.body)
    const fate = FATES[body.model]
    if (fate === undefined) return refuse(reply, 404)
    if (fate.status !== undefined) return refuse(reply, fate.status)
    const { characters, isCut } = write(body, fate)
    const written = characters.length + (fate.thoughts ?? 0)
    const input = estimateInput(body)
    const usage = {
      ...{ prompt_tokens: input, completion_tokens: written, total_tokens: input + written },
      prompt_tokens_details: { cached_tokens: Math.floor(input / 128) * 64 },
      completion_tokens_details: { reasoning_tokens: fate.thoughts ?? 0 },
    }
    const common = {
      id: `chatcmpl-${randomUUID()}`,
      created: Math.floor(Date.now() / 1000),
      model: body.model,
    }
    const reason = isCut ? 'length' : 'stop'
    if (body.stream) {
      await stream(reply, { common, characters, reason, fate, usage })
      return reply
    }
    await pause(fate.pauseMs ?? 0)
    const message = { role: 'assistant', content: characters.join('') }
    return {
      ...common,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason: reason }],
      usage,
    }
  })
  return app
}

function refuse(reply: FastifyReply, status: number): FastifyReply {
  const error = {
    message: `the stand-in answers ${status} for account org-of-the-operator`,
    code: null,
  }
  return reply.code(status).header('retry-after', 1).send({ error })
}

function write({ messages, max_tokens: most }: z.output<typeof asked>, { length = 0 }: Fate) {
  const { content = '' } = messages.at(-1) ?? {}
  const question = (typeof content === 'string' ? content : '').slice(0, LONGEST_QUOTE)
  const characters = Array.from(`${LABEL}您说的是：“${question}”。${FILLING}`)
  while (characters.length < length) characters.push(...Array.from(FILLING))
  return { characters: characters.slice(0, most), isCut: characters.length > most }
}

interface Streamed {
  common: object
  characters: readonly string[]
  reason: string
  fate: Fate
  usage: object
}

async function stream(reply: FastifyReply, { common, characters, reason, fate, usage }: Streamed) {
  const { raw } = reply.hijack()
  raw.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (rest: object) =>
    raw.write(
      `data: ${JSON.stringify({ ...common, object: 'chat.completion.chunk', ...rest })}\n\n`,
    )
  const piece = (delta: object, finish_reason: string | null = null) =>
    send({ choices: [{ index: 0, delta, finish_reason }] })
  piece({ role: 'assistant', content: '' })
  if (fate.thoughts !== undefined) piece({ reasoning_content: '想'.repeat(fate.thoughts) })
  for (const [at, content] of characters.entries()) {
    if (raw.destroyed) return
    piece({ content })
    if (fate.pauseMs !== undefined || at % PAUSE_AFTER === 0) await pause(fate.pauseMs ?? 1)
  }
  piece({}, reason)
  send({ choices: [], usage })
  raw.end('data: [DONE]\n\n')
}
