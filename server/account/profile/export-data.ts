import type * as contract from '#contract/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { CreditEntry, Order } from '#contract/shapes.ts'
import type { Deps } from '../../deps.ts'
import { toUser } from '../../http/sessions/profile.store.ts'
import { requireFreshLogin, type Session } from '../../http/sessions/session.ts'
import { accountLimits } from '../limits.ts'
import { toLoginEvent } from '../sessions/device-name.ts'
import { listLogins } from '../login/login-events.store.ts'
import { type CreditOf, readCredit } from './profile.ts'
import { sessions } from '../sessions/sessions.ts'

/** What a user bought and spent, newest first, and how much is left out; recharge gives it. */
export type HistoryOf = (userId: string) => Promise<{
  orders: Order[]
  creditEntries: CreditEntry[]
  omitted: { orders: number; creditEntries: number }
}>

/** All that is kept about the user, and nothing that would open the account. */
export async function exportData(
  { sql, now, limits }: Pick<Deps, 'sql' | 'now' | 'limits'>,
  { creditOf, historyOf }: { creditOf: CreditOf; historyOf: HistoryOf },
  session: Session,
): Promise<OutputOf<typeof contract.exportData>> {
  const at = now()
  requireFreshLogin(session, at)
  const { userId } = session
  await limits.consume(accountLimits.exportUser, userId)
  const [credit, devices, logins, history] = await Promise.all([
    readCredit(creditOf, userId),
    sessions({ sql, now }, session),
    listLogins(sql, userId),
    historyOf(userId),
  ])
  return {
    exportedAt: at.toISOString(),
    user: toUser(session),
    credit,
    sessions: devices.list,
    logins: logins.map(toLoginEvent),
    ...history,
  }
}
