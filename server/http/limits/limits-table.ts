const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Limit {
  times: number
  seconds: number
  /** Strangers can exhaust this counter, so refusals are not cached in memory. */
  isOfOthers?: true
}

/** Every limit of the site: how often in how many seconds, and what the key names. */
export const LIMITS = {
  /** Failed logins by e-mail address, known or not. */
  loginAccount: { times: 10, seconds: 15 * MINUTE, isOfOthers: true },
  /** Failed logins by network address. */
  loginIp: { times: 100, seconds: 15 * MINUTE },
  /** Failed logins by a device of the owner's, instead of the two above. */
  loginDevice: { times: 10, seconds: 15 * MINUTE },
  /** Successful logins by e-mail address, on whatever device; tries under way count until they fail. */
  loginSuccess: { times: 60, seconds: HOUR, isOfOthers: true },
  /** Mails with a code or link, by purpose and e-mail address. */
  mailResend: { times: 1, seconds: MINUTE },
  /** The same by who asks for them as well: a network, a user or a device of the owner's. */
  mailHour: { times: 5, seconds: HOUR },
  mailDay: { times: 10, seconds: DAY },
  /** By purpose and e-mail address, strangers all together: one of them leaves as many to the owner. */
  mailboxHour: { times: 10, seconds: HOUR },
  mailboxDay: { times: 20, seconds: DAY },
  /** By network address. */
  mailIp: { times: 20, seconds: HOUR },
  /** Codes for a change of e-mail by user, and by user and new address. */
  changeCodeUser: { times: 10, seconds: HOUR },
  changeCodeAddress: { times: 3, seconds: HOUR },
  /** All mails together: beyond it the captcha turns hard, nobody is refused. */
  mailAll: { times: 300, seconds: 10 * MINUTE },
  /** Accounts opened and codes tried, by network address. */
  registerIp: { times: 30, seconds: HOUR },
  /** Passwords tried by a logged-in user. */
  reauthUser: { times: 10, seconds: 15 * MINUTE },
  /** Tokens of mailed links tried, by network address. */
  linkIp: { times: 30, seconds: HOUR },
  /** Files with all that is kept about a user. */
  exportUser: { times: 10, seconds: HOUR },
  /** Captcha challenges made, by network address. */
  captchaIp: { times: 300, seconds: 10 * MINUTE },
  /** Orders cancelled by user. With three places at a time this bounds how many anybody can place. */
  cancelOrder: { times: 30, seconds: 10 * MINUTE },
  createIntent: { times: 10, seconds: MINUTE },
  /** Tries to pay by user. */
  confirmPayment: { times: 10, seconds: MINUTE },
  /** Confirmations sent by user, whether they try anew or ask how an earlier try ended. */
  askPayment: { times: 60, seconds: MINUTE },
  /** Refused cards by user. */
  declines: { times: 10, seconds: DAY },
  /** Refused cards by network address. */
  declinesIp: { times: 20, seconds: DAY },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

/** A counter of a limit; `factor` times as much is allowed, once when absent. */
export type Bucket = readonly [name: LimitName, key: string, factor?: number]
