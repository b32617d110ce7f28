import { CallError } from '../lib/failure.ts'

const given = new WeakMap<object, string>()

/** What to tell the developers: the server's request id, else an id that the console holds too. */
export function errorId(error: unknown): string {
  if (error instanceof CallError && error.requestId !== undefined) return error.requestId
  const key = typeof error === 'object' && error !== null ? error : new Error(String(error))
  const known = given.get(key)
  if (known !== undefined) return known
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  const id = `web-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
  given.set(key, id)
  console.error(id, error)
  return id
}
