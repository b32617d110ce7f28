import { createHash } from 'node:crypto'
import type { Converter } from '../conversions/converter.ts'
import type { Shop } from '../shop/shop.ts'
import type { FinishedJob, JobEvent } from '../wire/job.ts'
import { JobError } from './job-error.ts'
import { createPlaces } from './places.ts'
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

export interface Log {
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
  const places = createPlaces({ most: MOST_JOBS, mostOfUser: MOST_JOBS_OF_USER })

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

  const runJob: JobRunner = (order, context) =>
    places.withPlace(context.user, async () => {
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
        if (hold.state !== 'captured') await releaseHold(shop, ofUser, { key, log })
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

  return { runJob, drain: () => places.drain() }
}

/** A hold that cannot be released ends by itself. `key`: of the order. */
export async function releaseHold(
  shop: Shop,
  hold: { user: string; id: string },
  { key, log }: { key: string; log: Log },
): Promise<void> {
  await shop
    .release(hold, `${key}.release`)
    .catch((err: unknown) => log.error({ err, hold: hold.id }, 'a hold was not released'))
}

/** Another text under the same id is another order. */
function keyOf({ id, tool, choice, text }: PricedOrder): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([tool, choice, text]))
    .digest('base64url')
  return `${id}.${digest}`
}
