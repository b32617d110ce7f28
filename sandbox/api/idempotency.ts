import { createHash } from 'node:crypto'
import { ANSWER_LIFETIME_MS } from '../storage/state.ts'
import type { KeptResponse } from '../storage/tables.ts'
import { ApiError } from './errors.ts'

export interface Claim {
  /** The caller and the key. */
  name: string
  endpoint: string
  parameters: string
}

/** Idempotency keys: the first answer is kept and given again. */
export interface IdempotencyKeys {
  /**
   * Returns the answer kept under the key, or does the work, which keeps its answer itself. Throws 409 while another call holds the key, and 400 when the key was used
   * for something else.
   */
  once(
    claim: Claim,
    work: () => Promise<KeptResponse>,
  ): Promise<{ answer: KeptResponse; isReplayed: boolean }>
}

export function createIdempotencyKeys(options: {
  find(name: string): KeptResponse | undefined
  now: () => number
}): IdempotencyKeys {
  const running = new Set<string>()
  return {
    async once(claim, work) {
      if (running.has(claim.name)) {
        throw new ApiError(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: 'Another request with this idempotency key is still being worked on.',
        })
      }
      const kept = options.find(claim.name)
      if (kept !== undefined && options.now() - kept.atMs <= ANSWER_LIFETIME_MS) {
        requireSame(claim, kept)
        return { answer: kept, isReplayed: true }
      }
      running.add(claim.name)
      try {
        return { answer: await work(), isReplayed: false }
      } finally {
        running.delete(claim.name)
      }
    },
  }
}

function requireSame(claim: Claim, kept: KeptResponse): void {
  if (kept.endpoint === claim.endpoint && kept.parameters === claim.parameters) return
  const what = kept.endpoint === claim.endpoint ? 'other parameters' : `'${kept.endpoint}'`
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: `This idempotency key was first used with ${what}. Take another key for another request.`,
  })
}

export function hashBody(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
