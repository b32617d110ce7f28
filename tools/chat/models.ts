import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { estimateTokens } from '../wire/tokens.ts'

const name = z.string().check(z.minLength(1), z.maxLength(80))
const price = z.number().check(z.minimum(0))

const model = z.strictObject({
  /** What customers write. */
  id: name,
  /** Its name at the upstream; absent: the same. */
  upstream: z.optional(name),
  /** Credit per million tokens of the request; `cached` of those that the upstream has kept, `output` of the answer. */
  input: price,
  cached: z.optional(price),
  output: price,
  /** In tokens. Every request names a limit, so that the most it can cost is known before. */
  longestAnswer: z.int().check(z.minimum(1), z.maximum(1_000_000)),
})

const modelsFile = z.strictObject({ models: z.array(model).check(z.minLength(1)) })

type Given = z.output<typeof model>
export type Model = Readonly<Given & { upstream: string; cached: number }>

/** What one request used, in tokens: `cached` is part of `input`, `reasoning` of `output`. */
export interface Usage {
  input: number
  cached: number
  output: number
  reasoning: number
}

/** Models by what customers write. Throws an error that says what is wrong with the file. */
export function readModels(path: string): ReadonlyMap<string, Model> {
  const given = modelsFile.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (!given.success) throw new Error(`${path}：${z.prettifyError(given.error)}`)
  const models = given.data.models.map((each): Model => ({
    ...each,
    upstream: each.upstream ?? each.id,
    cached: each.cached ?? each.input,
  }))
  const byId = new Map(models.map((each) => [each.id, each]))
  if (byId.size < models.length) throw new Error(`${path}：两个模型的 id 相同`)
  return byId
}

/** Of a picture in a message, whatever its size. */
const TOKENS_A_PICTURE = 1_500

/** What a request's tokens are estimated from. */
interface Asked {
  messages: readonly { content?: unknown }[]
  tools?: unknown
  response_format?: unknown
}

/** About how many tokens a request has, rather too many. */
export function estimateInput({ messages, tools, response_format }: Asked): number {
  let pictures = 0
  const withoutPicture = (part: unknown) => {
    if (!isPicture(part)) return part
    pictures += 1
    return null
  }
  const texts = messages.map((message) => {
    const { content } = message
    return Array.isArray(content) ? { ...message, content: content.map(withoutPicture) } : message
  })
  const text = JSON.stringify([texts, tools, response_format])
  return estimateTokens(text) + pictures * TOKENS_A_PICTURE
}

function isPicture(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'type' in part && part.type === 'image_url'
}

const count = z.catch(z.int().check(z.minimum(0)), 0)

/** As upstreams write it. */
const reported = z.object({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.catch(z.nullish(z.object({ cached_tokens: count })), null),
  prompt_cache_hit_tokens: count,
  completion_tokens_details: z.catch(z.nullish(z.object({ reasoning_tokens: count })), null),
})

/**
 * The usage that an upstream reports, in any dialect: DeepSeek names the cached part otherwise, some leave reasoning
 * out of the answer's tokens and count it in the sum alone. 0 of what it does not say. Null: it reports none.
 */
export function readUsage(given: unknown): Usage | null {
  const found = reported.safeParse(given)
  if (!found.success) return null
  const { prompt_tokens: input, completion_tokens, total_tokens } = found.data
  const { prompt_tokens_details, completion_tokens_details, prompt_cache_hit_tokens } = found.data
  const cached = prompt_tokens_details?.cached_tokens || prompt_cache_hit_tokens
  return {
    input,
    cached: Math.min(cached, input),
    output: Math.max(completion_tokens, input && total_tokens - input),
    reasoning: completion_tokens_details?.reasoning_tokens ?? 0,
  }
}
