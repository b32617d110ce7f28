import { randomUUID } from 'node:crypto'

/** A UUID of version 7: begins with the time in milliseconds, so that new rows lie together in an index. */
export function uuidv7(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Not above any id that was made at this time or later. */
export function firstIdAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
