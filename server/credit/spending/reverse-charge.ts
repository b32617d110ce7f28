import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { type LockedAccount, lockAccount, saveAccount } from '../credit-accounts.store.ts'
import { type Charge, findCharge } from './holds-and-charges.store.ts'
import { restoreLots } from '../lots.ts'
import {
  addReversal,
  findRequest,
  findReversal,
  listMoved,
  type Reversal,
  isClosed,
} from './reversals.store.ts'
import type { Balances } from './spend-credit.ts'
import type { SpendRequest } from './spend.store.ts'

/**
 * Gives back a charge or a part of it: pays a debt first, then refills the lots it was taken from, the last
 * one first. Throws AppError: NOT_FOUND, REVERSAL_LIMIT (more than is left of the charge), KEY_REUSED,
 * ACCOUNT_CLOSED.
 */
export async function reverseCharge(
  { sql, now, content }: Pick<Deps, 'sql' | 'now' | 'content'>,
  request: SpendRequest,
  terms: { chargeId: string; amount?: number; reason: string },
): Promise<Balances & { charge: Charge; reversal: Reversal }> {
  const { userId } = request
  return sql.begin(async (tx) => {
    const at = now()
    const charge = await findCharge(tx, userId, terms.chargeId)
    if (!charge || charge.applicationId !== request.application.id)
      throw new AppError('NOT_FOUND', { message: '没有这笔扣费，请核对客户与扣费的编号' })
    const lotIds = (await listMoved(tx, userId, charge)).map(({ lotId }) => lotId)
    const account = await lockAccount(tx, userId, { at, lotIds })
    const id =
      (await findRepeated(tx, request)) ??
      (await bookReversal(tx, account, request, { ...terms, at, timeZone: content.site.timeZone }))
    const { balance, held } = account
    return {
      reversal: (await findReversal(tx, userId, id))!,
      charge: (await findCharge(tx, userId, charge.id))!,
      balance,
      held,
      available: balance - held,
    }
  })
}

/** The reversal that this request has made before. Throws KEY_REUSED when the key made something else. */
async function findRepeated(tx: Query, request: SpendRequest): Promise<string | null> {
  const before = await findRequest(tx, request)
  if (!before) return null
  if (!before.isSame) throw new AppError('KEY_REUSED')
  return before.objectId
}

/** Returns the id of the reversal; the account is locked. */
async function bookReversal(
  tx: Query,
  account: LockedAccount,
  request: SpendRequest,
  {
    chargeId,
    amount: asked,
    reason,
    at,
    timeZone,
  }: { chargeId: string; amount?: number; reason: string; at: Date; timeZone: string },
): Promise<string> {
  const { userId } = request
  if (await isClosed(tx, userId)) throw new AppError('ACCOUNT_CLOSED')
  // read again under the account's lock
  const charge = (await findCharge(tx, userId, chargeId))!
  const rest = charge.amount - charge.reversed
  const amount = asked ?? rest
  if (amount > rest || rest === 0) throw new AppError('REVERSAL_LIMIT', { data: { rest } })
  const id = uuidv7()
  const changes = await listMoved(tx, userId, charge)
  const cause = {
    type: 'consume_reversal',
    key: `reversal:${id}`,
    actor: 'system',
    reason,
    chargeId,
  } as const
  restoreLots(account, cause, { amount, changes, at })
  const position = account.entryCount + 1
  const entries = account.newEntries.length
  await saveAccount(tx, account, at)
  await addReversal(tx, request, {
    ...{ id, charge, amount, reason, position, entries, at, timeZone },
  })
  return id
}
