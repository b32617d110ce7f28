import type { dayCharges, findCharge, userCharges } from '#contract/applications/applications.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import {
  type ListedCharge,
  listChargesBetween,
  listChargesOfUser,
  readDay,
} from '../../credit/spending/charge-lists.store.ts'
import { findCharge as find } from '../../credit/spending/holds-and-charges.store.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { toCharge } from './answers.ts'
import { readCursorParts, TIME_AND_ID, toCursor } from './cursor.ts'
import { requireReach } from './require-reach.ts'
import type { CallOfApplication } from './serve-applications.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

export async function listUserCharges(
  { sql }: Pick<Deps, 'sql'>,
  { input: { user, cursor, limit }, application }: CallOfApplication<typeof userCharges>,
): Promise<OutputOf<typeof userCharges>> {
  await requireReach(sql, application, user)
  const before =
    cursor === undefined
      ? Number.MAX_SAFE_INTEGER
      : Number(readCursorParts(cursor, /^(\d{1,15})$/)[0])
  const owner = { userId: user, applicationId: application.id }
  const charges = await listChargesOfUser(sql, owner, { before, limit: limit + 1 })
  return pageOf(charges, limit, ({ position }) => toCursor(position))
}

export async function listDayCharges(
  { sql, content }: Pick<Deps, 'sql' | 'content'>,
  { input: { day, cursor, limit }, application }: CallOfApplication<typeof dayCharges>,
): Promise<OutputOf<typeof dayCharges>> {
  const { start, end } = await readDay(sql, day, content.site.timeZone)
  const [time, id = NO_ID] = cursor === undefined ? [] : readCursorParts(cursor, TIME_AND_ID)
  const createdAt = new Date(Math.max(start.getTime(), Number(time ?? 0)))
  const charges = await listChargesBetween(sql, application.id, {
    ...{ after: { createdAt, id }, end },
    limit: limit + 1,
  })
  return pageOf(charges, limit, (charge) => toCursor(charge.createdAt.getTime(), charge.id))
}

/** An application's own books: they can be read after the user has taken the grant back. */
export async function readCharge(
  { sql }: Pick<Deps, 'sql'>,
  { input: { user, id }, application }: CallOfApplication<typeof findCharge>,
): Promise<OutputOf<typeof findCharge>> {
  const charge = await find(sql, user, id)
  if (charge?.applicationId !== application.id) {
    throw new AppError('NOT_FOUND', { message: '没有这笔扣费，请核对客户与扣费的编号' })
  }
  return { charge: toCharge(user, charge) }
}

/** `charges` holds one more than the page when there is another page. */
function pageOf(charges: ListedCharge[], limit: number, cursorOf: (last: ListedCharge) => string) {
  const list = charges.slice(0, limit)
  return {
    list: list.map((charge) => toCharge(charge.userId, charge)),
    next: charges.length > limit ? cursorOf(list.at(-1)!) : null,
  }
}
