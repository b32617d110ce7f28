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

/** Of a picture, a sound or a file in a message, whatever its size. */
const TOKENS_A_PART = 1_500
const LARGE_PARTS = new Set(['image_url', 'input_audio', 'file'])

/** The same of a request: its messages, its tools, the form of its answer. */
export function estimateInput(body: Readonly<Record<string, unknown>>): number {
  let parts = 0
  const counted = [body['messages'], body['tools'], body['response_format']]
  const text = JSON.stringify(counted, (key, value: unknown) => {
    if (!LARGE_PARTS.has(key)) return value
    parts += 1
    return ''
  })
  return estimateTokens(text) + parts * TOKENS_A_PART
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
 * out of the answer's tokens and count it in the sum alone. Null: it reports none.
 */
export function readUsage(given: unknown): Usage | null {
  const found = reported.safeParse(given)
  if (!found.success) return null
  const { prompt_tokens: input, completion_tokens, total_tokens } = found.data
  if (input === 0 && completion_tokens === 0) return null
  const { prompt_tokens_details, completion_tokens_details, prompt_cache_hit_tokens } = found.data
  const cached = prompt_tokens_details?.cached_tokens || prompt_cache_hit_tokens
  return {
    input,
    cached: Math.min(cached, input),
    output: Math.max(completion_tokens, total_tokens - input),
    reasoning: completion_tokens_details?.reasoning_tokens ?? 0,
  }
}
