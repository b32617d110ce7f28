import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import { toChatError } from './chat-error.ts'
import { type MeterDeps, openMeter } from './meter.ts'
import { estimateTokens } from '../wire/tokens.ts'
import { estimateInput, type Model, type Usage } from './models.ts'
import { type AnswerPart, askUpstream, readPart, readParts, type Upstream } from './upstream.ts'

/** The longest silence of an upstream, and the longest answer. */
const SILENCE_MS = 120_000
const ANSWER_MS = 10 * 60_000
/** Proxies end a connection on which nothing comes for a minute. */
const PING_MS = 15_000

/** What a client writes. Other fields cost what the table of prices does not know, or name the operator's account. */
const PASSED = [
  ...['messages', 'tools', 'tool_choice', 'parallel_tool_calls', 'response_format'],
  ...['temperature', 'top_p', 'stop', 'seed', 'presence_penalty', 'frequency_penalty'],
  ...['logit_bias', 'logprobs', 'top_logprobs', 'reasoning_effort', 'thinking', 'enable_thinking'],
]

const tokens = z.nullish(z.int().check(z.minimum(1)))

export const chatBody = z.looseObject({
  model: z.string(),
  messages: z.array(z.unknown()).check(z.minLength(1)),
  stream: z.nullish(z.boolean()),
  stream_options: z.nullish(z.looseObject({ include_usage: z.nullish(z.boolean()) })),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  n: z.nullish(z.literal(1)),
})

export interface ChatOrder {
  user: string
  /** Null: the page of this site, which is told what was charged. */
  keyId: string | null
  model: Model
  body: z.output<typeof chatBody>
}

export interface ChatDeps extends MeterDeps {
  upstream: Upstream
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Whether the client left before anything came: the upstream has cost, and nobody pays. */
export type Ending = 'paid' | 'left before the first piece'

/** Answers a request; every way out charges or releases its hold, once. Throws before anything is sent. */
export async function complete(
  { upstream, log, ...deps }: ChatDeps,
  { user, keyId, model, body }: ChatOrder,
  response: ServerResponse,
): Promise<Ending> {
  const wanted = body.max_completion_tokens ?? body.max_tokens ?? model.longestAnswer
  const input = estimateInput(body)
  const output = Math.min(wanted, model.longestAnswer)
  const meter = await openMeter(deps, { user, keyId, model, input, output })
  const isStream = body.stream === true
  const asked = {
    ...Object.fromEntries(PASSED.filter((name) => name in body).map((name) => [name, body[name]])),
    ...{ model: model.upstream, max_tokens: meter.longest, stream: isStream },
    ...(isStream && { stream_options: { include_usage: true } }),
  }
  const answer = isStream ? streamAnswer : sendAnswer
  const tally = createTally(input)
  const stop = new AbortController()
  // an answer that is whole, or is paid for as a whole, is heard to its end: there is its usage
  const leave = () => isStream && !tally.isFinished() && stop.abort()
  if (response.destroyed) leave()
  response.once('close', leave)
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(ANSWER_MS)])
  const book = () => meter.book(tally.usage())
  try {
    const wantsUsage = body.stream_options?.include_usage === true
    await answer({ upstream, asked, signal, tally, response, model, wantsUsage, book })
  } catch (error) {
    // who leaves pays for what came; a failure of the upstream is nobody's to pay
    if (stop.signal.aborted && tally.hasBegun()) await book()
    await meter.settle()
    if (stop.signal.aborted) return tally.hasBegun() ? 'paid' : 'left before the first piece'
    if (!(error instanceof ApiError)) log.error({ err: error, model: model.id }, 'an answer failed')
    if (!response.headersSent) throw error
    response.end(eventOf(toChatError(error).body))
    return 'paid'
  }
  // a program has its answer and does not wait for the charge; the page shows it
  if (isStream && keyId !== null) response.end(DONE)
  const charged = await meter.settle()
  if (isStream && keyId === null) response.end(`${eventOf({ choices: [], ...charged })}${DONE}`)
  return 'paid'
}

const DONE = 'data: [DONE]\n\n'

function eventOf(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

interface Answering {
  upstream: Upstream
  asked: object
  signal: AbortSignal
  tally: Tally
  response: ServerResponse
  model: Model
  wantsUsage: boolean
  /** Before the end is sent: no client has a whole answer that is not sure to be charged. */
  book: () => Promise<void>
}

async function sendAnswer({
  upstream,
  asked,
  signal,
  tally,
  response,
  model,
  book,
}: Answering): Promise<void> {
  const part = readPart(await (await askUpstream(upstream, asked, signal)).json())
  tally.add(part)
  await book()
  response
    .writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(JSON.stringify({ ...part.raw, model: model.id }))
}

async function streamAnswer({ upstream, asked, signal, tally, response, ...rest }: Answering) {
  const { model, wantsUsage, book } = rest
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const ping = setInterval(() => response.headersSent && response.write(': ping\n\n'), PING_MS)
  try {
    const both = AbortSignal.any([signal, silence.signal])
    const answered = await askUpstream(upstream, asked, both)
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // a proxy would keep back what is to be seen at once
      'x-accel-buffering': 'no',
    })
    for await (const part of readParts(answered)) {
      timer.refresh()
      tally.add(part)
      if (part.hasChoices || wantsUsage)
        await write(response, eventOf({ ...part.raw, model: model.id }))
    }
    if (!tally.isFinished()) throw new Error('the upstream ended in the midst of an answer')
    await book()
  } finally {
    clearTimeout(timer)
    clearInterval(ping)
  }
}

/** A slow reader slows the upstream down. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed || response.write(text)) return
  await new Promise<void>((resolve) => {
    response.once('drain', resolve).once('close', resolve)
  })
}

interface Tally {
  add(part: AnswerPart): void
  /** The model has written something. */
  hasBegun(): boolean
  isFinished(): boolean
  /** As the upstream reports it, else as it was counted here. */
  usage(): Usage
}

/** Counts an answer. Most upstreams send a token a piece. */
function createTally(input: number): Tally {
  let reported: Usage | null = null
  let isFinished = false
  let pieces = 0
  let written = ''
  return {
    add(part) {
      reported = part.usage ?? reported
      isFinished ||= part.isFinished
      if (part.written !== '') pieces += 1
      written += part.written
    },
    hasBegun: () => pieces > 0,
    isFinished: () => isFinished,
    usage: () =>
      reported ?? {
        ...{ input, cached: 0, reasoning: 0 },
        output: Math.max(pieces, estimateTokens(written)),
      },
  }
}
