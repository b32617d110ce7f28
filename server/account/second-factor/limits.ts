import { addressBuckets } from '../../http/limits/address-keys.ts'
import { type Bucket, defineLimits } from '../../http/limits/limit.ts'

const MINUTE = 60
const DAY = 24 * 60 * MINUTE

export type ProofMethod = 'passkey' | 'totp' | 'recoveryCode'

/**
 * Wrong second factors. Who knows the password can exhaust those of a user, so each method has its own, and a known
 * device of the owner too.
 */
export const secondFactorLimits = defineLimits({
  factorUser: { times: 10, seconds: 15 * MINUTE },
  /** With three codes of a million right at a time: a chance of one in 6,600 a day. */
  factorUserDay: { times: 50, seconds: DAY },
  /**
   * On all devices together: a reset of the password makes a device known too, without a second factor, so there can be
   * any number of them. Strangers alone exhaust half of it.
   */
  factorAllDay: { times: 100, seconds: DAY },
  /** Changes of a user's factors, each of which is mailed. */
  changeFactors: { times: 30, seconds: 60 * MINUTE },
  factorIp: { times: 100, seconds: 15 * MINUTE },
})

export function proofBuckets(
  method: ProofMethod,
  { userId, knownDevice, ip }: { userId: string; knownDevice: Buffer | null; ip: string },
): Bucket[] {
  const device = knownDevice === null ? '' : `:${knownDevice.toString('base64url')}`
  const key = `${method}:${userId}${device}`
  return [
    { limit: secondFactorLimits.factorAllDay, key: `${method}:${userId}` },
    { limit: secondFactorLimits.factorUserDay, key },
    { limit: secondFactorLimits.factorUser, key },
    ...addressBuckets(secondFactorLimits.factorIp, ip),
  ]
}
