import { createHash } from 'node:crypto'
import { ANSWER_LIFETIME_MS } from '../storage/state.ts'
import type { KeptAnswer } from '../storage/tables.ts'
import { ApiError } from './errors.ts'

export interface Claim {
  /** The key, told apart by who sent it. */
  name: string
  endpoint: string
  parameters: string
}

/** The rule of the idempotency keys: the first answer is kept and given again. */
export interface IdempotencyKeys {
  /**
   * The answer that was kept under the claim's key, or else what the work gives; the work itself
   * keeps its answer. Throws 409 while another call holds the key, and 400 when the key was used
   * for something else.
   */
  once(
    claim: Claim,
    work: () => Promise<KeptAnswer>,
  ): Promise<{ answer: KeptAnswer; isReplayed: boolean }>
}

export function idempotencyKeys(options: {
  find(name: string): KeptAnswer | undefined
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

function requireSame(claim: Claim, kept: KeptAnswer): void {
  if (kept.endpoint === claim.endpoint && kept.parameters === claim.parameters) return
  const what = kept.endpoint === claim.endpoint ? 'other parameters' : `'${kept.endpoint}'`
  throw new ApiError(400, {
    type: 'idempotency_error',
    message: `This idempotency key was first used with ${what}. Take another key for another request.`,
  })
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
