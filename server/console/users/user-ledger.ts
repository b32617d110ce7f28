import type * as contract from '#contract/console/users.ts'
import type { LedgerMovement } from '#contract/console/users.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { countEntries } from '../../credit/ledger.store.ts'
import { ACTOR_LABELS } from '../../operator/labels.ts'
import { listMovements, type Movement } from '../../operator/users/movements.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { pageOf } from '../page-of.ts'
import { requireConsoleUser } from './require-user.ts'

/** Throws NOT_FOUND. */
export async function listUserLedger(
  { sql }: Pick<ConsoleDeps, 'sql'>,
  { user, before, limit }: InputOf<typeof contract.listUserLedger>,
): Promise<OutputOf<typeof contract.listUserLedger>> {
  const { id: userId } = await requireConsoleUser(sql, user)
  const [rows, count] = await Promise.all([
    listMovements(sql, userId, { before: before ?? null, limit: limit + 1 }),
    countEntries(sql, { userId, type: null }),
  ])
  const { shown, next } = pageOf(rows, limit, ({ position }) => position)
  return { entries: shown.map(toLedgerMovement), count, next }
}

export function toLedgerMovement({
  actor,
  application,
  createdAt,
  ...movement
}: Movement): LedgerMovement {
  return {
    ...movement,
    by: application ?? ACTOR_LABELS[actor],
    createdAt: createdAt.toISOString(),
  }
}
