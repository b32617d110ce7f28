/** Credit per million tokens; `cached` of those of a request that the model's server has kept. */
export interface TokenPrices {
  input: number
  cached: number
  output: number
}

/** In whole credit, rounded up once over the whole request. */
export function costOf(
  prices: TokenPrices,
  used: { input: number; cached: number; output: number },
): number {
  const millionths =
    (used.input - used.cached) * prices.input +
    used.cached * prices.cached +
    used.output * prices.output
  return Math.max(1, Math.ceil(millionths / 1_000_000))
}

/** Han characters, kana, hangul and full-width forms. */
const WIDE = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]/g
const TOKENS_A_WIDE = 0.8
const NARROW_A_TOKEN = 3.5

/** About how many tokens a text has, rather too many. For the hold, and where the upstream reports no usage. */
export function estimateTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0
  return Math.ceil(wide * TOKENS_A_WIDE + (text.length - wide) / NARROW_A_TOKEN)
}

/** Of a request's messages. */
export function estimateMessages(messages: readonly unknown[]): number {
  return estimateTokens(JSON.stringify(messages))
}
