import { EventSourceParserStream } from 'eventsource-parser/stream'
import * as z from 'zod/mini'
import { fromUpstream, upstreamFailed } from './chat-error.ts'
import { readUsage, type Usage } from './models.ts'

/** Any server that speaks OpenAI's chat completions. */
export interface Upstream {
  /** With `/v1`. */
  url: string
  key: string
}

/** No line of a stream is longer. */
const LONGEST_LINE = 1_000_000

/** Throws ApiError for a refusal and for no answer, and the signal's reason. */
export async function askUpstream(
  { url, key }: Upstream,
  body: object,
  signal: AbortSignal,
): Promise<Response> {
  const response = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new Error('the upstream does not answer', { cause: error })
  })
  if (!response.ok) throw await fromUpstream(response)
  return response
}

const message = z.object({
  content: z.nullish(z.unknown()),
  reasoning_content: z.nullish(z.string()),
  reasoning: z.nullish(z.string()),
  tool_calls: z.nullish(z.unknown()),
})

const choice = z.object({
  delta: z.nullish(message),
  message: z.nullish(message),
  finish_reason: z.nullish(z.string()),
})

const answerPart = z.looseObject({
  choices: z.nullish(z.array(choice)),
  usage: z.optional(z.unknown()),
  error: z.optional(z.unknown()),
})

/** A piece of an answer, or the whole of it. */
export interface AnswerPart {
  /** As the upstream sent it. */
  raw: Readonly<Record<string, unknown>>
  /** What the model wrote, thoughts and calls of tools included: all of it is paid for. */
  written: string
  isFinished: boolean
  hasChoices: boolean
  usage: Usage | null
}

/** Throws for what is no part of an answer, an error in the midst of a stream included. */
export function readPart(given: unknown): AnswerPart {
  const part = answerPart.parse(given)
  if (part.error) throw upstreamFailed()
  const choices = part.choices ?? []
  const texts = choices.flatMap(({ delta, message: whole }) => {
    const { content, reasoning_content, reasoning, tool_calls } = delta ?? whole ?? {}
    return [content, reasoning_content ?? reasoning, tool_calls].map(textOf)
  })
  return {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object, as `answerPart` has found
    raw: given as Record<string, unknown>,
    written: texts.join(''),
    isFinished: choices.some(({ finish_reason }) => (finish_reason ?? '') !== ''),
    hasChoices: choices.length > 0,
    usage: readUsage(part.usage),
  }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The pieces of a streamed answer as they come. Some upstreams end without the line `[DONE]`. */
export async function* readParts({ body }: Response): AsyncGenerator<AnswerPart> {
  if (body === null) return
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: LONGEST_LINE }))
  for await (const { data } of events) {
    if (data === '[DONE]') return
    yield readPart(JSON.parse(data))
  }
}
