import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { computeMac, derivePurposeKeys } from '../../http/keys.ts'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { defineLimits } from '../../http/limits/limit.ts'
import { lockAccount, saveAccount } from '../credit-accounts.store.ts'
import { grantCredit } from '../lots.ts'
import { mailboxOf } from './mailbox-of.ts'
import { claimMailbox, insertWelcomeGrant, isKnownMailbox } from './welcome.store.ts'

const DAY = 24 * 60 * 60

export const welcomeLimits = defineLimits({
  /**
   * Gifts by network: an IPv4 address, the /64 of an IPv6 address, and ten times as many for its /48. An office, a
   * school or many customers of a mobile carrier share one address.
   */
  welcomeNetwork: { times: 20, seconds: DAY },
  /** Gifts of the whole shop: what a farm of addresses in many networks can cost a day. */
  welcomeShop: { times: 500, seconds: DAY },
})
const ALL = 'all'

/** Grants the credit in the transaction that creates the account, unless the mailbox has been given credit meanwhile. */
export type GrantWelcome = (tx: Query, user: { userId: string; at: Date }) => Promise<void>

type Needs = Pick<Deps, 'config' | 'content' | 'sql' | 'limits'>

/**
 * What a registration with this verified address is given; null: nothing, because the site gives nothing, the mailbox
 * was given credit before, or a limit of the day is met. It counts towards the limits, also when the registration
 * fails afterwards.
 */
export async function prepareWelcome(
  { config, content, sql, limits }: Needs,
  { email, ip }: { email: string; ip: string },
): Promise<GrantWelcome | null> {
  const { welcomeCredit } = content.site
  if (welcomeCredit === undefined) return null
  const hashes = hashMailbox(config.secretKey, email)
  if (await isKnownMailbox(sql, hashes)) return null
  try {
    await limits.consumeAll([
      ...addressBuckets(welcomeLimits.welcomeNetwork, ip),
      { limit: welcomeLimits.welcomeShop, key: ALL },
    ])
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return null
    throw error
  }
  return (tx, user) => grantWelcome(tx, { ...welcomeCredit, ...user, hashes })
}

/** In hexadecimal, by every key that SECRET_KEY names, so that nodes with other keys in force find what this one stores. */
function hashMailbox(secretKey: string, email: string): string[] {
  const mailbox = mailboxOf(email)
  return derivePurposeKeys(secretKey, 'welcome').map((key) =>
    computeMac(key, mailbox).toString('hex'),
  )
}

async function grantWelcome(
  tx: Query,
  {
    userId,
    amount,
    days,
    hashes,
    at,
  }: { userId: string; amount: number; days: number; hashes: readonly string[]; at: Date },
): Promise<void> {
  if (!(await claimMailbox(tx, hashes))) return
  const expiresAt = new Date(at.getTime() + days * DAY * 1000)
  const account = await lockAccount(tx, userId, { at })
  const cause = { type: 'welcome', key: 'welcome', actor: 'system' } as const
  grantCredit(account, cause, { amount, kind: 'welcome', expiresAt, at })
  await saveAccount(tx, account, at)
  await insertWelcomeGrant(tx, { userId, amount, at })
}
