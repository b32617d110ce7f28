import { setTimeout as delay } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import type { Target } from '../rig/target.ts'

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
