import type { Rules } from '../payments/context.ts'
import { invalidParam } from './errors.ts'

/** Milliseconds since 1970: what the call does happens then, and nobody is told of it. */
export const TIME_HEADER = 'sandbox-time'

/**
 * When a call happens: now, or at the time of its header. Events of another time are recorded and not sent, because
 * whoever tells of the past books it there, too.
 */
export function occasionOf(
  header: string | string[] | undefined,
  { now, rules }: { now: () => number; rules: Rules },
): { atMs: number; rules: Rules } {
  if (header === undefined) return { atMs: now(), rules }
  const atMs = Number(header)
  if (!Number.isSafeInteger(atMs) || atMs < 0 || atMs > now()) {
    throw invalidParam(TIME_HEADER, `${TIME_HEADER} is no time of the past in milliseconds.`)
  }
  return { atMs, rules: { ...rules, sendsWebhooks: false } }
}
