import type { Shot } from './shots.ts'
import { HANG_MS, type Reply } from '../rig/send.ts'

/** What only the code knows: stacks, SQL, the driver's and the parser's sentences. */
const INSIDE =
  /\.[cm]?[jt]s:\d+|node_modules|\bat (?:async|new|Object\.|process)|\bselect\b.{1,80}\bfrom\b|syntax error|invalid input syntax|relation ".+" does not|Cannot read propert|is not a function|ECONN|ENOENT|ZodError/i
/** Places on the machine; an owner's settings show them on purpose. */
const PLACES = /\/(?:tmp|srv|home|root)\//

/** Answers that are files. */
const FILES = /^(?:text\/csv|application\/pdf|application\/json)/

/** What is wrong with a reply to an odd request; null when nothing is. */
export function findFault(
  { side, method }: Pick<Shot, 'side' | 'method'>,
  reply: Reply,
): string | null {
  const { status, headers, text, ms } = reply
  if (status === 0) return `no answer: ${text}`
  if (status >= 500) return `answered ${status}`
  if (ms > HANG_MS) return `answered after ${Math.round(ms)} ms`
  if (side === 'other') return isPage(headers) ? null : leakOf(text, status)
  if (method === 'HEAD' || status === 204) return null
  const type = headers['content-type'] ?? ''
  if (!FILES.test(type)) return `answered with ${type || 'no content type'}`
  return leakOf(text, status)
}

function isPage(headers: Reply['headers']): boolean {
  return /^text\/(?:html|css|javascript)/.test(headers['content-type'] ?? '')
}

function leakOf(text: string, status: number): string | null {
  const [found] = INSIDE.exec(text) ?? (status < 400 ? null : PLACES.exec(text)) ?? []
  return found === undefined ? null : `tells what the code is like: ${found.slice(0, 80)}`
}
