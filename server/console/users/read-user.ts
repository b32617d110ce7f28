import type { UserDetail } from '#contract/console/users.ts'
import { countEntries } from '../../credit/ledger.store.ts'
import type { Query } from '../../db/sql.ts'
import type { ConsoleDeps } from '../deps.ts'
import { toConsoleOrder } from '../orders/list-orders.ts'
import { ANY_ORDER, listOrders } from '../orders/orders.store.ts'
import { withLastActivity } from './last-activity.ts'
import { toConsoleUser } from './list-users.ts'
import { requireConsoleUser } from './require-user.ts'
import { readUserAccess } from './user-access.ts'
import { readUserCredit } from './user-credit.ts'

const ORDERS_SHOWN = 10

/** Throws NOT_FOUND. */
export async function readConsoleUser(
  { sql, now, content }: Pick<ConsoleDeps, 'sql' | 'now' | 'content'>,
  userRef: string,
): Promise<UserDetail> {
  const found = await requireConsoleUser(sql, userRef)
  const userId = found.id
  const [[user = found], credit, access, orders, entryCount] = await Promise.all([
    withLastActivity(sql, [found]),
    readUserCredit(sql, userId, now()),
    readUserAccess(sql, userId, now()),
    listNewestOrders(sql, userId),
    countEntries(sql, { userId, type: null }),
  ])
  return {
    user: {
      ...toConsoleUser(user),
      currency: content.site.currency,
      secondFactorSince: found.secondFactorSince?.toISOString() ?? null,
      passwordStoppedAt: found.passwordStoppedAt?.toISOString() ?? null,
    },
    ...credit,
    ...access,
    orders,
    counts: { orders: found.orders, entries: entryCount },
  }
}

async function listNewestOrders(sql: Query, userId: string): Promise<UserDetail['orders']> {
  const page = { before: null, limit: ORDERS_SHOWN }
  const rows = await listOrders(sql, { ...ANY_ORDER, userId }, page)
  return rows.map(toConsoleOrder)
}
