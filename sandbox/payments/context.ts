import { randomBytes } from 'node:crypto'
import type { Change } from '../storage/state.ts'

/** What the functions of payments/ work in: one change, its time and its cause. */
export interface Context {
  change: Change
  atMs: number
  /** The request behind it; both null for what happens by itself or on a page. */
  cause: { id: string | null; idempotency_key: string | null }
  rules: Rules
}

export interface Rules {
  /** Where browsers reach the sandbox, without a slash at the end. */
  publicUrl: string
  sendsWebhooks: boolean
  /** How long it takes to decide what is not decided at once: a slow payment, a pending refund, a dispute. */
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
