import { randomInt, randomUUID } from 'node:crypto'

let latest = 0
let place = 0

/**
 * A UUID of version 7: begins with the time in milliseconds, so that new rows lie together in an index.
 * Those that a process makes in one millisecond are counted on, so that rows sort as they were made.
 */
export function uuidv7(now = Date.now()): string {
  // half of the room is left to count on in
  place = now === latest ? (place + 1) & 0xfff : randomInt(0x800)
  latest = now
  const time = now.toString(16).padStart(12, '0')
  const counted = place.toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}${randomUUID().slice(18)}`
}

/** Not above any id that was made at this time or later. */
export function firstIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
