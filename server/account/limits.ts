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
  /** Failed logins by a device of the owner's, instead of the two above: strangers cannot lock it out. */
  loginDevice: { times: 10, seconds: 15 * MINUTE },
  /** Successful logins by e-mail address, on any device; attempts under way count until they fail. */
  loginSuccess: { times: 60, seconds: HOUR, canStrangersExhaust: true },
  /** Mails with a code or link, by purpose and e-mail address. */
  mailResend: { times: 1, seconds: MINUTE },
  /** Mails by purpose, e-mail address and who asks: a network, a user or a device of the owner's. */
  mailHour: { times: 5, seconds: HOUR },
  mailDay: { times: 10, seconds: DAY },
  /** Mails by purpose and e-mail address, all strangers together: twice as many as one of them may ask for. */
  mailboxHour: { times: 10, seconds: HOUR },
  mailboxDay: { times: 20, seconds: DAY },
  /** Mails by network address. */
  mailIp: { times: 20, seconds: HOUR },
  /** Codes for a change of e-mail by user, for there is no captcha before them. */
  changeCodeUser: { times: 10, seconds: HOUR },
  /** The same by user and new address. */
  changeCodeAddress: { times: 3, seconds: HOUR },
  /** All mails together: beyond it the captcha becomes hard, and nobody is refused. */
  mailAll: { times: 300, seconds: 10 * MINUTE },
  /** Accounts opened and codes tried, by network address. */
  registerIp: { times: 30, seconds: HOUR },
  /** Passwords tried by a logged-in user, to change the password or close the account. */
  reauthUser: { times: 10, seconds: 15 * MINUTE },
  /** Tokens of mailed links tried, by network address. */
  linkIp: { times: 30, seconds: HOUR },
  /** Exports of personal data by user, for each reads the whole history. */
  exportUser: { times: 10, seconds: HOUR },
})

/** An e-mail address as a key of bounded length. */
export function emailKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}

/** The one key of `mailAll`. */
const ALL = 'all'

/** Counts a mail towards the storm that makes the captcha hard. */
export async function countTowardsMailStorm(limits: Limits): Promise<void> {
  await limits.count(accountLimits.mailAll, ALL)
}

/** Whether more mails are asked for than people ask for: then the captcha is hard for everybody. */
export async function isMailStorm(limits: Limits): Promise<boolean> {
  return (await limits.used(accountLimits.mailAll, ALL)) >= accountLimits.mailAll.times
}
