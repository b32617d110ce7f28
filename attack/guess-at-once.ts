import { setTimeout as delay } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { type Reply } from '#harness/send-request.ts'
import { codeOf, inParallel } from './send.ts'
import type { Tally } from './tally.ts'
import type { Target } from './target.ts'

const LANES = 64

interface Guessing<Guess> {
  what: string
  guesses: readonly Guess[]
  send: (guess: Guess, index: number) => Promise<Reply>
  /** Codes of the catalogue that say that a guess was looked at. */
  tried: readonly string[]
  /** More guesses than this must not be looked at; Infinity where there are too many values to guess. */
  most: number
}

/** Sends all guesses at once; a success, a fault or too many looks are findings. Returns what came, in words. */
export async function guessAtOnce<Guess>(
  tally: Tally,
  { what, guesses, send, tried, most }: Guessing<Guess>,
): Promise<string> {
  const replies: Reply[] = []
  await inParallel(guesses, LANES, async (guess, index) => {
    replies.push(await send(guess, index))
  })
  tally.count(replies.length)
  const looks = replies.filter((reply) => tried.includes(codeOf(reply))).length
  const said = describeCodes(replies)
  const isRefused = (reply: Reply) =>
    (reply.status >= 400 && reply.status < 500) || codeOf(reply) === 'OVERLOADED'
  tally.expect(replies.every(isRefused), `${what}: ${said}`)
  tally.expect(looks <= most, `${what}: ${looks} guesses were looked at, not ${most}`)
  tally.expect(looks > 0, `${what}: no guess was looked at: ${said}`)
  return `${what} ${looks} of ${guesses.length}`
}

/** Such as `8 × CODE_WRONG, 92 × RATE_LIMITED`. */
function describeCodes(replies: readonly Reply[]): string {
  const groups = Object.groupBy(replies, (reply) => codeOf(reply) || String(reply.status))
  return Object.entries(groups)
    .map(([code, group = []]) => `${group.length} × ${code}`)
    .join(', ')
}

const LIMIT_MS = 20_000
const POLL_MS = 50

/** The six digits of the newest mail to this address; waits for it. */
export async function mailedCode({ mail }: Target, to: string): Promise<string> {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    for (const text of mail.texts.toReversed()) {
      const { to: receivers = [], subject = '' } = await PostalMime.parse(text)
      const [code] = /\b\d{6}\b|(?<!\d)\d{6}(?!\d)/.exec(subject) ?? []
      if (code !== undefined && receivers.some(({ address }) => address === to)) return code
    }
  }
  throw new Error(`no code came to ${to}`)
}

/** So many codes, none of them this one. */
export function otherCodes(code: string, count: number): string[] {
  const first = Number(code)
  return Array.from({ length: count }, (_, at) =>
    String((first + 1 + at * 37) % 1_000_000).padStart(6, '0'),
  )
}
