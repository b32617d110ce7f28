import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import { ApiError } from '../api/api-error.ts'
import type { Owner } from '../api/owners.ts'
import { toChatError, upstreamFailed } from './chat-error.ts'
import { type MeterDeps, openMeter } from './meter.ts'
import { estimateInput, type Model } from './models.ts'
import { createTally, type Tally } from './tally.ts'
import { askUpstream, readPart, readParts, type Upstream } from './upstream.ts'

/** The longest silence of an upstream, and the longest answer. */
const LIMITS = { silenceMs: 120_000, answerMs: 10 * 60_000 }
/** Proxies end a connection on which nothing comes for a minute. */
const PING_MS = 15_000

/** What a client writes. Other fields cost what the table of prices does not know, or name the operator's account. */
const PASSED = [
  ...['messages', 'tools', 'tool_choice', 'parallel_tool_calls', 'response_format'],
  ...['temperature', 'top_p', 'stop', 'seed', 'presence_penalty', 'frequency_penalty'],
  ...['logit_bias', 'logprobs', 'top_logprobs', 'reasoning_effort', 'thinking', 'enable_thinking'],
]

const tokens = z.nullish(z.int().check(z.minimum(1)))

/** Sounds, films and files have prices of their own, and so has a hint to keep a part for longer, which is left out. */
const contentPart = z.object({
  type: z.enum(['text', 'image_url', 'refusal']),
  ...{ text: z.optional(z.unknown()), image_url: z.optional(z.unknown()) },
  refusal: z.optional(z.unknown()),
})
const content = z.union(
  [z.string(), z.array(contentPart)],
  '只能是文字，或者由 text 和 image_url 组成',
)

export const chatBody = z.looseObject({
  model: z.string(),
  messages: z.array(z.looseObject({ content: z.nullish(content) })).check(z.minLength(1)),
  // those that the upstream runs itself cost by the call
  tools: z.nullish(z.array(z.looseObject({ type: z.enum(['function', 'custom']) }))),
  stream: z.nullish(z.boolean()),
  stream_options: z.nullish(z.looseObject({ include_usage: z.nullish(z.boolean()) })),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  n: z.nullish(z.literal(1)),
})

/** The page of this site, which has no key, is told what was charged. */
export interface ChatOrder extends Owner {
  model: Model
  body: z.output<typeof chatBody>
}

export interface ChatDeps extends MeterDeps {
  upstream: Upstream
  log: Pick<FastifyBaseLogger, 'error'>
  limits?: { silenceMs: number; answerMs: number }
}

/** Unpaid: the upstream has cost, and the customer has left before anything came, or the answer broke off. */
export type Ending = 'paid' | 'unpaid'

/** Answers a request; every way out charges or releases its hold, once. Throws before anything is sent. */
export async function complete(
  { upstream, log, limits = LIMITS, ...deps }: ChatDeps,
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
  const tally = createTally(input)
  const stop = new AbortController()
  // an answer that is whole, or is paid for as a whole, is heard to its end: there is its usage
  const leave = () => isStream && !tally.isFinished() && stop.abort()
  if (response.destroyed) leave()
  response.once('close', leave)
  const wantsUsage = body.stream_options?.include_usage === true
  const answering = { upstream, asked, stop, tally, response, model, wantsUsage, limits }
  let whole: string | null = null
  try {
    if (isStream) await streamAnswer(answering)
    else whole = await readAnswer(answering)
    // before the end is sent: no client has a whole answer that is not sure to be charged
    await meter.book(tally.usage())
  } catch (error) {
    // who leaves pays for what came; a failure of the upstream is nobody's to pay
    const isPaid = stop.signal.aborted && tally.hasBegun()
    if (isPaid) await meter.book(tally.usage())
    await meter.settle()
    if (stop.signal.aborted) return isPaid ? 'paid' : 'unpaid'
    if (!(error instanceof ApiError)) log.error({ err: error, model: model.id }, 'an answer failed')
    if (!response.headersSent) throw error
    response.end(eventOf(toChatError(error).body))
    return 'unpaid'
  }
  if (whole !== null) sendAnswer(response, whole)
  // a program has its answer and does not wait for the charge; the page shows it
  else if (keyId !== null) response.end(DONE)
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
  stop: AbortController
  tally: Tally
  response: ServerResponse
  model: Model
  wantsUsage: boolean
  limits: typeof LIMITS
}

async function readAnswer({ upstream, asked, tally, model, limits }: Answering) {
  const signal = AbortSignal.timeout(limits.answerMs)
  const part = readPart(await (await askUpstream(upstream, asked, signal)).json())
  // some upstreams tell a failure so
  if (!part.hasChoices) throw upstreamFailed()
  tally.add(part)
  return JSON.stringify({ ...part.raw, model: model.id })
}

function sendAnswer(response: ServerResponse, body: string): void {
  const type = 'application/json; charset=utf-8'
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

async function streamAnswer(answering: Answering): Promise<void> {
  const { upstream, asked, stop, tally, response, model, wantsUsage, limits } = answering
  const silence = new AbortController()
  // a reader that takes in nothing, or too slowly, has left: the silence is not the upstream's
  const cutOff = () => {
    stop.abort()
    response.destroy()
  }
  const timers = [
    setTimeout(() => (response.writableNeedDrain ? cutOff() : silence.abort()), limits.silenceMs),
    setTimeout(cutOff, limits.answerMs),
    setInterval(() => response.headersSent && response.write(': ping\n\n'), PING_MS),
  ]
  try {
    const signal = AbortSignal.any([stop.signal, silence.signal])
    const answered = await askUpstream(upstream, asked, signal)
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // a proxy would keep back what is to be seen at once
      'x-accel-buffering': 'no',
    })
    for await (const part of readParts(answered)) {
      timers[0]!.refresh()
      tally.add(part)
      const { usage, ...raw } = part.raw
      if (part.hasChoices || wantsUsage)
        await write(response, eventOf({ ...raw, ...(wantsUsage && { usage }), model: model.id }))
    }
  } catch (error) {
    // what comes behind the end is missed by nobody
    if (!tally.isFinished()) throw error
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
  if (!tally.isFinished()) throw new Error('the upstream ended in the midst of an answer')
}

/** A slow reader slows the upstream down. */
async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed || response.write(text)) return
  await new Promise<void>((resolve) => {
    response.once('drain', resolve).once('close', resolve)
  })
}
