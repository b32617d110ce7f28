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

const TOKENS_A_WIDE = 0.8
const NARROW_A_TOKEN = 3.5

/** About how many tokens a text has, rather too many. For the hold, and where the upstream reports no usage. */
export function estimateTokens(text: string): number {
  let [wide, narrow] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (isWide(unit)) wide += 1
    else if (isNarrow(unit)) narrow += 1
  }
  // some models take each digit as a token, and of other scripts and emoji most signs
  const others = text.length - wide - narrow
  return Math.ceil(wide * TOKENS_A_WIDE + narrow / NARROW_A_TOKEN + others)
}

/** Han characters, kana, hangul and full-width forms. */
function isWide(unit: number): boolean {
  return (
    (unit >= 0x2e80 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7af) ||
    (unit >= 0xf900 && unit <= 0xfaff) ||
    unit >= 0xff00
  )
}

/** Letters and signs of ASCII, of which words and code are made. */
function isNarrow(unit: number): boolean {
  return unit < 0x80 && !(unit >= 0x30 && unit <= 0x39)
}

/** Of a request's messages. */
export function estimateMessages(messages: readonly unknown[]): number {
  return estimateTokens(JSON.stringify(messages))
}
