import { addressBuckets } from '../../http/limits/address-keys.ts'
import type { Bucket, Limit } from '../../http/limits/limit.ts'
import type { Limits } from '../../http/limits/limits.ts'
import { accountLimits, emailKey } from '../limits.ts'

const { loginAccount, loginIp, loginDevice, loginSuccess } = accountLimits

/** Beyond so many failures a captcha must be solved, long before the limit locks. */
const CAPTCHA_AFTER = new Map<Limit, number>([
  [loginAccount, 5],
  [loginIp, 20],
  [loginDevice, 5],
])

export interface LoginAttempt {
  needsCaptcha: boolean
  /** The password was not checked: the attempt does not count. */
  release(): Promise<void>
  /** The captcha was missing or wrong: counts for the network or the owner's device, not for the account. */
  refuse(): Promise<void>
  /** The password was wrong: the attempt was no login. */
  fail(): Promise<void>
  /** The password was right: the account's failures are reset, and the network gets none. */
  succeed(): Promise<void>
}

interface Visitor {
  email: string
  ip: string
  /** Hash of the device's token, if this account's owner has logged in with it before. */
  knownDevice: Buffer | null
}

/**
 * Counts an attempt before its password is checked, so that a hundred attempts at once count as a hundred.
 * Account and network address have a bucket each. A known device has one of its own instead, tied to the
 * account, so that strangers cannot lock its owner out. Successful logins are counted ahead as well,
 * because each hash keeps a core busy.
 */
export async function beginLoginAttempt(limits: Limits, visitor: Visitor): Promise<LoginAttempt> {
  const buckets = bucketsOf(visitor)
  // first, because the first full bucket names the time to wait, and this one has the longest
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
    fail: () => limits.update({ release: [success] }),
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
