import type * as contract from '#contract/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../deps.ts'
import type { Session } from '../http/session.ts'
import { deviceName } from './device.ts'
import { lastLoginOf } from './login-events.store.ts'
import { userOf } from './users.store.ts'

/** What account pages know of a user's credit; recharge gives it. */
export type CreditOf = (userId: string) => Promise<{
  balance: number
  expiring: { amount: number; expiresAt: Date | null }[]
}>

export async function profile(
  { sql }: Pick<Deps, 'sql'>,
  creditOf: CreditOf,
  session: Session,
): Promise<OutputOf<typeof contract.profile>> {
  const [credit, last] = await Promise.all([
    creditOf(session.userId),
    lastLoginOf(sql, session.userId),
  ])
  return {
    user: userOf(session),
    credit: {
      balance: credit.balance,
      expiring: credit.expiring.map(({ amount, expiresAt }) => ({
        amount,
        expiresAt: expiresAt?.toISOString() ?? null,
      })),
    },
    lastLogin: last && {
      at: last.at.toISOString(),
      ip: last.ip,
      device: deviceName(last.userAgent),
    },
  }
}
