import { addressBuckets } from '../../http/limits/address-keys.ts'
import { type Bucket, emailKey, type LimitName, type Limits } from '../../http/limits/limits.ts'

/** From so many failures on a captcha must be solved; the lock itself stands in the table of limits. */
const CAPTCHA_AFTER: Partial<Record<LimitName, number>> = {
  loginAccount: 5,
  loginIp: 20,
  loginDevice: 5,
}

export interface Attempt {
  needsCaptcha: boolean
  /** The server did not get to the password: the attempt does not count. */
  release(): Promise<void>
  /** The captcha was missing or wrong: counts for the network or the owner's device, not for the account. */
  refuse(): Promise<void>
  /** The password was wrong: the attempt was no login. */
  fail(): Promise<void>
  /** The password was right: the account's failures are forgotten, and none is added to the network. */
  succeed(): Promise<void>
}

interface Visitor {
  email: string
  ip: string
  /** Hash of the device's token, if this account's owner has logged in with it before. */
  knownDevice: Buffer | null
}

/**
 * Counts an attempt before the password is looked at, so that a hundred at once are a hundred. Account
 * and address have buckets of their own. A device of the owner's has another one instead, so that
 * nobody can lock the owner out; it is tied to the account by the caller. How often whoever has the right
 * password may log in is counted ahead as well: each time keeps a core busy.
 */
export async function beginAttempt(limits: Limits, visitor: Visitor): Promise<Attempt> {
  const buckets = bucketsOf(visitor)
  // first, because of those that can be full it is the one that lasts longest
  const success: Bucket = ['loginSuccess', emailKey(visitor.email)]
  const [, ...counts] = await limits.takeAll([success, ...buckets])
  const ofNetwork = buckets.filter(([name]) => name === 'loginIp')
  const ofAccount = buckets.filter(([name]) => name === 'loginAccount')
  return {
    needsCaptcha: buckets.some(
      ([name, , factor = 1], index) => counts[index]! > CAPTCHA_AFTER[name]! * factor,
    ),
    release: () => limits.settle({ giveBack: [success, ...buckets], clear: [] }),
    refuse: () => limits.settle({ giveBack: [success, ...ofAccount], clear: [] }),
    fail: () => limits.settle({ giveBack: [success], clear: [] }),
    succeed: () =>
      limits.settle({
        giveBack: ofNetwork,
        clear: buckets.filter((bucket) => !ofNetwork.includes(bucket)),
      }),
  }
}

function bucketsOf({ email, ip, knownDevice }: Visitor): Bucket[] {
  const account = emailKey(email)
  if (knownDevice) return [['loginDevice', `${account}:${knownDevice.toString('base64url')}`]]
  return [...addressBuckets('loginIp', ip), ['loginAccount', account]]
}
