import { randomBytes } from 'node:crypto'
import { invalidParam } from '../api/errors.ts'
import type { Change } from '../storage/state.ts'

/** One change with its time and its cause, for the functions of payments/. */
export interface Context {
  change: Change
  atMs: number
  /** The request behind it; both null for a task or a page. */
  cause: { id: string | null; idempotency_key: string | null }
  rules: Rules
}

export interface Rules {
  /** Where browsers reach the sandbox, without a slash at the end. */
  publicUrl: string
  sendsWebhooks: boolean
  /** The time until a slow payment or a pending refund is decided. */
  processingMs: number
}

/** Milliseconds since 1970: what the call does happens then, and nobody is told of it. */
export const TIME_HEADER = 'sandbox-time'

/**
 * When a call happens: now, or at the time of its header. Events of another time are recorded and not sent, because
 * whoever tells of the past books it there, too.
 */
export function occasionOf(
  header: string | string[] | undefined,
  { nowMs, rules }: { nowMs: number; rules: Rules },
): Pick<Context, 'atMs' | 'rules'> {
  if (header === undefined) return { atMs: nowMs, rules }
  const atMs = Number(header)
  if (!Number.isSafeInteger(atMs) || atMs < 0 || atMs > nowMs) {
    throw invalidParam(TIME_HEADER, `${TIME_HEADER} is no time of the past in milliseconds.`)
  }
  return { atMs, rules: { ...rules, sendsWebhooks: false } }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id in the provider's shape, for example `pi_` and 24 letters or digits. */
export function newId(prefix: string, length = 24): string {
  let letters = ''
  while (letters.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: above it letters would not be equally likely.
      if (byte < 248 && letters.length < length) letters += LETTERS[byte % 62]
    }
  }
  return `${prefix}_${letters}`
}

export function secondsOf(ms: number): number {
  return Math.floor(ms / 1000)
}
