import { createHash } from 'node:crypto'
import { defineLimits } from '../http/limits/limit.ts'
import type { Limits } from '../http/limits/limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const accountLimits = defineLimits({
  /** Failed logins by e-mail address, whether it has an account or not. */
  loginAccount: { times: 10, seconds: 15 * MINUTE, canStrangersExhaust: true },
  /** Failed logins by network address. */
  loginIp: { times: 100, seconds: 15 * MINUTE },
  /** Failed logins by a known device of the owner, instead of the two above: strangers cannot lock it out. */
  loginDevice: { times: 10, seconds: 15 * MINUTE },
  /** Successful logins by e-mail address, on any device; running attempts count until they fail. */
  loginSuccess: { times: 60, seconds: HOUR, canStrangersExhaust: true },
  /** Mails with a code or link, by purpose and e-mail address. */
  mailResend: { times: 1, seconds: MINUTE },
  /** Mails by purpose, e-mail address and asker: a network, a user or a known device of the owner. */
  mailHour: { times: 5, seconds: HOUR },
  mailDay: { times: 10, seconds: DAY },
  /** Mails by purpose and e-mail address for all strangers together: twice the limit of one of them. */
  mailboxHour: { times: 10, seconds: HOUR },
  mailboxDay: { times: 20, seconds: DAY },
  /** Mails by network address. */
  mailIp: { times: 20, seconds: HOUR },
  /** Codes for a change of e-mail by user, because that call has no captcha. */
  changeCodeUser: { times: 10, seconds: HOUR },
  /** The same by user and new address. */
  changeCodeAddress: { times: 3, seconds: HOUR },
  /** All mails together: above it the captcha becomes hard; no call is refused. */
  mailAll: { times: 300, seconds: 10 * MINUTE },
  /** Accounts opened and codes tried, by network address. */
  registerIp: { times: 30, seconds: HOUR },
  /** Passwords tried by a logged-in user, to change the password or close the account. */
  reauthUser: { times: 10, seconds: 15 * MINUTE },
  /** New passwords set by a logged-in user: each is mailed, makes a device known and keeps a core busy. */
  passwordChanges: { times: 10, seconds: HOUR },
  /** Tokens of mailed links tried, by network address. */
  linkIp: { times: 30, seconds: HOUR },
  /** Exports of personal data by user, because each reads the whole history. */
  exportUser: { times: 10, seconds: HOUR },
})

/** An e-mail address as a key of bounded length. */
export function emailKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}

/** The one key of `mailAll`. */
const ALL = 'all'

/** Counts a mail towards the limit above which the captcha becomes hard. */
export async function countTowardsMailStorm(limits: Limits): Promise<void> {
  await limits.count(accountLimits.mailAll, ALL)
}

/** Whether more mails are requested than people would request: then everybody gets the hard captcha. */
export async function isMailStorm(limits: Limits): Promise<boolean> {
  return (await limits.used(accountLimits.mailAll, ALL)) >= accountLimits.mailAll.times
}
