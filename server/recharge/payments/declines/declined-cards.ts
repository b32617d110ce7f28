import { setTimeout as delay } from 'node:timers/promises'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import type { Deps } from '../../../deps.ts'
import { addressBuckets } from '../../../http/limits/address-keys.ts'
import { DatabaseUnavailable } from '../../../db/sql.ts'
import { AppError } from '../../../http/app-error.ts'
import type { Bucket } from '../../../http/limits/limit.ts'
import type { OrderRow } from '../../orders/order.ts'
import { rechargeLimits } from '../../limits.ts'

/** Longer than a database needs to have another primary. */
const RELEASE_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000]

interface Payer {
  userId: string
  /** Network address that a card is used from; null for a wallet. */
  address: string | null
}

/**
 * Reserves a declined card before an attempt, so that concurrent attempts cannot pass the limits together.
 * Throws RATE_LIMITED when too many cards of the user, or of the address, were declined. Call `release` when
 * the attempt has ended: `countDecline` has counted it by then if it was declined. What the database cannot release
 * then is released behind the answer. A wallet reserves nothing.
 */
export async function reserveDecline(
  { limits, log, config }: Pick<Deps, 'limits' | 'log' | 'config'>,
  { userId, address }: Payer,
): Promise<{ release: () => Promise<void> }> {
  const { declines, declinesIp } = rechargeLimits
  if (address === null) {
    await limits.check(declines, userId)
    return { release: async () => {} }
  }
  await limits.consume(declines, userId)
  try {
    await limits.consumeAll(addressBuckets(declinesIp, address))
  } catch (error) {
    const released = release([{ limit: declines, key: userId }])
    // the buyer has waited for the database long enough
    if (!(error instanceof DatabaseUnavailable)) await released
    throw toAddressRefusal(error, config)
  }
  return { release: () => release(bucketsOf({ userId, address })) }

  async function release(buckets: readonly Bucket[]): Promise<void> {
    await limits.update({ release: buckets }).catch(() => void releaseLater(buckets))
  }

  /** A reservation that stays counts as a declined card for a day. */
  async function releaseLater(buckets: readonly Bucket[]): Promise<void> {
    for (const pauseMs of RELEASE_PAUSES_MS) {
      await delay(pauseMs, undefined, { ref: false })
      try {
        return await limits.update({ release: buckets })
      } catch (err) {
        if (pauseMs === RELEASE_PAUSES_MS.at(-1))
          log.warn({ err, userId }, 'a reserved decline could not be released')
      }
    }
  }
}

/** It may be another customer's doing and lasts up to a day: say what still works. */
function toAddressRefusal(error: unknown, config: Deps['config']): unknown {
  if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') return error
  const message = `您所在的网络今天被拒的银行卡过多，没有扣款：${otherWays(config)}`
  return new AppError('RATE_LIMITED', { ...error.details, message })
}

function otherWays({ payments }: Pick<Deps['config'], 'payments'>): string {
  const wallets = payments.methods.filter((method) => method !== 'card')
  const names = wallets.map((method) => METHOD_NAMES[method]).join('或')
  return names === '' ? '请更换网络后重试' : `请改用${names}，或更换网络后重试`
}

/**
 * Counts a declined card, or one whose bank's challenge was refused or abandoned. A failure to count is
 * logged and does not change how the attempt ended.
 */
export async function countDecline(
  { limits, log }: Pick<Deps, 'limits' | 'log'>,
  payer: Payer,
): Promise<void> {
  await limits.countAll(bucketsOf(payer)).catch((err: unknown) => {
    log.warn({ err, userId: payer.userId }, 'a declined card could not be counted')
  })
}

/** Whether this change of the order ended a card's attempt without money. */
export function endsInDecline(before: OrderRow, after: OrderRow): boolean {
  if (before.attemptedFrom === null || after.attemptedFrom !== null) return false
  if (after.state === 'pending') return after.failureCode !== null
  return after.state === 'cancelled' || after.state === 'expired'
}

function bucketsOf({ userId, address }: Payer): Bucket[] {
  const ofAddress = address === null ? [] : addressBuckets(rechargeLimits.declinesIp, address)
  return [{ limit: rechargeLimits.declines, key: userId }, ...ofAddress]
}
