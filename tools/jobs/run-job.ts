import { createHash } from 'node:crypto'
import type { Converter } from '../conversions/converter.ts'
import type { Shop } from '../shop/shop.ts'
import type { FinishedJob, JobEvent } from '../wire/job.ts'
import { JobError } from './job-error.ts'
import type { PricedOrder } from './read-order.ts'

const MOST_JOBS = 50
const MOST_JOBS_OF_USER = 3

export interface JobContext {
  user: string
  /** Of the customer's API key; null on the page. */
  keyId: string | null
  /** Aborts the work; a job that is being charged goes on. */
  signal: AbortSignal
  report: (event: Extract<JobEvent, { type: 'held' | 'progress' }>) => void
}

export type JobRunner = (order: PricedOrder, context: JobContext) => Promise<FinishedJob>

interface Log {
  error: (facts: object, message: string) => void
}

/**
 * Holds the price, does the work, charges the hold. Work that fails or is cancelled gives the hold back. The shop's
 * keys are made of the order, so an order that is sent again is not charged again. Throws JobError, ConversionError
 * and ShopError.
 */
export function createJobRunner({
  shop,
  converter,
  log,
}: {
  shop: Shop
  converter: Converter
  log: Log
}): { runJob: JobRunner; drain: () => Promise<void> } {
  const running = new Map<string, number>()
  const drained = Promise.withResolvers<void>()
  let isDraining = false

  async function withPlace<Result>(user: string, work: () => Promise<Result>): Promise<Result> {
    const own = running.get(user) ?? 0
    if (own >= MOST_JOBS_OF_USER) throw new JobError('RATE_LIMITED', { retryAfter: 2 })
    const all = running.values().reduce((sum, count) => sum + count, 0)
    if (isDraining || all >= MOST_JOBS) throw new JobError('BUSY', { retryAfter: 5 })
    running.set(user, own + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(user) ?? 1) - 1
      if (left > 0) running.set(user, left)
      else running.delete(user)
      if (isDraining && running.size === 0) drained.resolve()
    }
  }

  async function convert(order: PricedOrder, { signal, report }: JobContext) {
    const { length } = order.text
    return converter.convert(order, {
      signal,
      onProgress: (done) =>
        report({
          type: 'progress',
          characters: Math.round((order.characters * done) / length),
          of: order.characters,
        }),
    })
  }

  /** A hold that cannot be released ends by itself in a few minutes. */
  async function release(hold: { user: string; id: string }, key: string): Promise<void> {
    await shop
      .release(hold, `${key}.release`)
      .catch((err: unknown) => log.error({ err, hold: hold.id }, 'a hold was not released'))
  }

  const runJob: JobRunner = (order, context) =>
    withPlace(context.user, async () => {
      const { user, keyId, report, signal } = context
      const { characters, cost, name, label } = order
      const key = keyOf(order)
      const spending = { user, amount: cost, reason: `${name}（${label}）`, keyId }
      const { hold, available } = await shop.hold(spending, `${key}.hold`)
      if (hold.state === 'released') throw new JobError('JOB_ENDED')
      report({ type: 'held', amount: hold.amount, available })
      const ofUser = { user, id: hold.id }
      let output
      try {
        output = await convert(order, context)
        signal.throwIfAborted()
      } catch (error) {
        if (hold.state !== 'captured') await release(ofUser, key)
        throw signal.aborted ? new JobError('CANCELLED') : error
      }
      const booking = { amount: cost, usage: { characters } }
      const booked = await shop.capture(ofUser, booking, `${key}.capture`)
      if (booked.charge === null) throw new JobError('JOB_ENDED')
      return {
        ...output,
        characters,
        cost: booked.charge.amount,
        available: booked.available,
        charge: booked.charge.id,
        wasPaid: hold.state === 'captured',
      }
    })

  return {
    runJob,
    /** Takes no more jobs; resolves when those that run have ended. */
    drain() {
      isDraining = true
      if (running.size === 0) drained.resolve()
      return drained.promise
    },
  }
}

/** Another text under the same id is another order. */
function keyOf({ id, tool, choice, text }: PricedOrder): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([tool, choice, text]))
    .digest('base64url')
  return `${id}.${digest}`
}
