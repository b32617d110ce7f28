import { addressBuckets } from '../../http/limits/address-keys.ts'
import type { Bucket, Limit } from '../../http/limits/limit.ts'
import type { Limits } from '../../http/limits/limits.ts'
import { accountLimits, emailKey } from '../limits.ts'

const { loginAccount, loginIp, loginDevice, loginSuccess } = accountLimits

/** Above this number of failures a login needs a captcha, long before the limit locks. */
const CAPTCHA_AFTER = new Map<Limit, number>([
  [loginAccount, 5],
  [loginIp, 20],
  [loginDevice, 5],
])

export interface LoginAttempt {
  needsCaptcha: boolean
  /** Call it when the password was not checked: the attempt does not count. */
  release(): Promise<void>
  /** Call it when the captcha was missing or wrong: counts for the network or known device, not for the account. */
  refuse(): Promise<void>
  /** Call it when the password was wrong, with how many were tried: does not count as a successful login. */
  fail(guesses: number): Promise<void>
  /** Call it when the password was right: resets the account's failures and adds none to the network. */
  succeed(): Promise<void>
}

interface Visitor {
  email: string
  ip: string
  /** Hash of the device's token when the account's owner has logged in with it before, else null. */
  knownDevice: Buffer | null
}

/**
 * Counts an attempt before its password is checked, so that concurrent attempts all count. Account and network
 * address have a bucket each; a known device has one of its own instead, so that strangers cannot lock the
 * owner out. Successful logins are counted in advance too, because each hash keeps a core busy.
 */
export async function beginLoginAttempt(limits: Limits, visitor: Visitor): Promise<LoginAttempt> {
  const buckets = bucketsOf(visitor)
  // first, because the first full bucket determines the time to wait, and this one has the longest
  const success = { limit: loginSuccess, key: emailKey(visitor.email) }
  const [, ...counts] = await limits.consumeAll([success, ...buckets])
  const ofNetwork = buckets.filter(({ limit }) => limit === loginIp)
  const ofAccount = buckets.filter(({ limit }) => limit === loginAccount)
  return {
    needsCaptcha: buckets.some(
      ({ limit, factor = 1 }, index) => counts[index]! > CAPTCHA_AFTER.get(limit)! * factor,
    ),
    release: () => limits.update({ release: [success, ...buckets] }),
    refuse: () => limits.update({ release: [success, ...ofAccount] }),
    async fail(guesses) {
      await limits.update({ release: [success] })
      if (guesses > 1) await limits.countAll(buckets)
    },
    succeed: () =>
      limits.update({
        release: ofNetwork,
        reset: buckets.filter((bucket) => !ofNetwork.includes(bucket)),
      }),
  }
}

function bucketsOf({ email, ip, knownDevice }: Visitor): Bucket[] {
  const account = emailKey(email)
  if (knownDevice) {
    return [{ limit: loginDevice, key: `${account}:${knownDevice.toString('base64url')}` }]
  }
  return [...addressBuckets(loginIp, ip), { limit: loginAccount, key: account }]
}
