import { randomInt, randomUUID } from 'node:crypto'

/** Times of the machine's clock and given ones alternate: each kind counts by itself. */
const latest = { own: { ms: 0, counter: 0 }, given: { ms: 0, counter: 0 } }

/**
 * A UUID of version 7: begins with the time in milliseconds, so that new rows lie together in an index.
 * Ids made in the same millisecond are incremented, so that rows sort in the order they were made.
 */
export function uuidv7(now?: number): string {
  const last = now === undefined ? latest.own : latest.given
  const ms = now ?? Date.now()
  // leaves half of the number range for increments
  last.counter = ms === last.ms ? (last.counter + 1) & 0xfff : randomInt(0x800)
  last.ms = ms
  const time = ms.toString(16).padStart(12, '0')
  const counted = last.counter.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}${randomUUID().slice(18)}`
}

/** The smallest id of this time: no id made then or later is below it. */
export function firstIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The database throws for a text that is no UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
