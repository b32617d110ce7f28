import type { UserDetail } from '#contract/console/users.ts'
import { listLots as listLotsOf } from '../../credit/account-preview.store.ts'
import { readCredit } from '../../credit/read-credit.ts'
import type { Query } from '../../db/sql.ts'
import { listMovements } from '../../operator/users/movements.store.ts'
import { listOrderNames } from '../../recharge/orders/orders.store.ts'
import { listOpenHolds } from './credit.store.ts'
import { toLedgerMovement } from './user-ledger.ts'

const ENTRIES_SHOWN = 10
const LOTS_SHOWN = 100
const HOLDS_SHOWN = 100

/** The user's credit: sums, lots, open holds and the newest entries of the ledger. */
export async function readUserCredit(
  sql: Query,
  userId: string,
  now: Date,
): Promise<Pick<UserDetail, 'credit' | 'lots' | 'holds' | 'entries'>> {
  const [credit, lots, holds, entries] = await Promise.all([
    readCredit(sql, userId),
    listLots(sql, userId),
    listOpenHolds(sql, { userId, now, limit: HOLDS_SHOWN }),
    listMovements(sql, userId, { before: null, limit: ENTRIES_SHOWN }),
  ])
  return {
    credit,
    lots,
    holds: holds.map(({ applicationId, applicationName, createdAt, expiresAt, ...hold }) => ({
      ...hold,
      application: { id: applicationId, name: applicationName },
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
    entries: entries.map(toLedgerMovement),
  }
}

async function listLots(sql: Query, userId: string): Promise<UserDetail['lots']> {
  const all = await listLotsOf(sql, userId)
  const lots = all.filter(({ remaining }) => remaining !== 0).slice(0, LOTS_SHOWN)
  const references = lots.flatMap(({ reference }) => reference ?? [])
  const names = await listOrderNames(sql, references)
  const orders = new Map(names.map((name) => [name.id, name]))
  return lots.map(({ reference, expiresAt, createdAt, ...lot }) => {
    const order = orders.get(reference ?? '')
    return {
      ...lot,
      orderNo: order?.orderNo ?? null,
      planName: order?.planName ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    }
  })
}
