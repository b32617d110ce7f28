import { randomBytes } from 'node:crypto'
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
  /** The time until a slow payment, a pending refund or a dispute is decided. */
  processingMs: number
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
