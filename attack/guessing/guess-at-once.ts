import type { Tally } from '../attack.ts'
import { inParallel, type Reply } from '../rig/send.ts'
import { codeOf, countCodes, describeCounts } from '../rig/visitor.ts'

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
  const counts = countCodes(replies)
  const looks = replies.filter((reply) => tried.includes(codeOf(reply))).length
  const said = describeCounts(counts)
  const isRefused = (reply: Reply) =>
    (reply.status >= 400 && reply.status < 500) || codeOf(reply) === 'OVERLOADED'
  tally.expect(replies.every(isRefused), `${what}: ${said}`)
  tally.expect(looks <= most, `${what}: ${looks} guesses were looked at, not ${most}`)
  tally.expect(looks > 0, `${what}: no guess was looked at: ${said}`)
  return `${what} ${looks} of ${guesses.length}`
}
