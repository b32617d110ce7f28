import type * as contract from '#contract/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { toUser } from '../../http/sessions/profile.store.ts'
import type { Session } from '../../http/sessions/session.ts'
import { toLoginEvent } from '../sessions/device-name.ts'
import { lastLoginOf } from '../login/login-events.store.ts'

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
    readCredit(creditOf, session.userId),
    lastLoginOf(sql, session.userId),
  ])
  return { user: toUser(session), credit, lastLogin: last && toLoginEvent(last) }
}

export async function readCredit(
  creditOf: CreditOf,
  userId: string,
): Promise<OutputOf<typeof contract.profile>['credit']> {
  const { balance, expiring } = await creditOf(userId)
  return {
    balance,
    expiring: expiring.map(({ amount, expiresAt }) => ({
      amount,
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
  }
}
