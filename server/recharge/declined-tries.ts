import type { Deps } from '../deps.ts'
import { addressBuckets } from '../http/address-keys.ts'
import type { Bucket } from '../http/limits.ts'
import type { OrderRow } from './order.ts'

interface Payer {
  userId: string
  /** Network address of a card's payer; null: pays by a wallet. */
  address: string | null
}

/** Throws RATE_LIMITED when the user, or anybody at the address, had too many cards declined. */
export function refuseAfterDeclines({ limits }: Pick<Deps, 'limits'>, payer: Payer): Promise<void> {
  return limits.checkAll(bucketsOf(payer))
}

/**
 * Counts a card that was declined, or whose bank's challenge was refused or left. The try itself stands
 * as it ended, whatever becomes of the count.
 */
export async function countDecline(
  { limits, log }: Pick<Deps, 'limits' | 'log'>,
  payer: Payer,
): Promise<void> {
  await limits.countAll(bucketsOf(payer)).catch((err: unknown) => {
    log.warn({ err, userId: payer.userId }, 'a declined card could not be counted')
  })
}

/** Whether what happened to the order ended the try of a card without its money. */
export function endsInDecline(before: OrderRow, after: OrderRow): boolean {
  if (before.attemptedFrom === null || after.attemptedFrom !== null) return false
  if (after.state === 'pending') return after.failureCode !== null
  return after.state === 'cancelled' || after.state === 'expired'
}

function bucketsOf({ userId, address }: Payer): Bucket[] {
  const ofAddress = address === null ? [] : addressBuckets('declinesIp', address)
  return [['declines', userId], ...ofAddress]
}
