import type * as contract from '#contract/console/credit.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { dayText } from '../../lib/local-time.ts'
import { findApplication } from '../../operator/applications/applications.store.ts'
import { midnight } from '../../operator/moments.ts'
import { findNamedOrder } from '../../operator/orders/find-order.ts'
import { findUser } from '../../operator/users/users-search.store.ts'
import { countAmong, type Counted, countUpTo, type Looked, filterBy } from '../page-of.ts'
import { addDays, spanOfDays } from '../days.ts'
import type { ConsoleDeps } from '../deps.ts'
import {
  countEntriesOfApplication,
  findAdjustedUser,
  findCharge,
  listEntriesOfApplication,
} from './charged-entries.store.ts'
import {
  CHARGED,
  countEntries,
  type EntryFilter,
  type FoundEntry,
  listEntries,
  lookAtEntries,
  type Place,
  type UserEntries,
} from './ledger-search.store.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Entries without a user, an order, a charge or an application are searched over so many days at most. */
const MOST_LEDGER_DAYS = 31
/** Days that are searched when the filter names none. */
const DEFAULT_DAYS = 30
const BEFORE_ALL = new Date(0)
const AFTER_ALL = new Date('9999-01-01T00:00:00Z')
/** Between the making of an id and of its row. */
const ID_SLACK_MS = 10 * MINUTE_MS
/** How far back a page or a count of all users looks, and looks again while it has not enough. */
const REACHES_MS = [10 * MINUTE_MS, 2 * 60 * MINUTE_MS, DAY_MS, 7 * DAY_MS]

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Input = Omit<InputOf<typeof contract.listCreditLedger>, 'limit' | 'before'>

interface Entries {
  filter: EntryFilter
  /** The first day, where the filter named none and not all are searched. */
  since: string | null
}

/** Which entries a list or its file shows, by the index that finds them. */
export type EntrySelection = Entries &
  (
    | { by: 'user'; of: UserEntries }
    | { by: 'application'; applicationId: string }
    | { by: 'time'; now: Date }
  )

interface PageOfEntries {
  before: Place | null
  limit: number
}

/** Null when what is named does not exist. Throws VALIDATION for a range that is too long or ends before it begins. */
export async function selectEntries(
  sql: Query,
  input: Input,
  { content, now }: Pick<ConsoleDeps, 'content' | 'now'>,
): Promise<EntrySelection | null> {
  const { timeZone } = content.site
  const { from, until } = spanOfDays(input, timeZone)
  const entries = {
    filter: {
      type: input.type ?? null,
      isIn: input.sign === undefined ? null : input.sign === 'in',
      min: input.min ?? null,
      ...{ from: from ?? BEFORE_ALL, until: until ?? AFTER_ALL },
    },
    since: null,
  }
  const of = await findUserEntries(sql, input)
  if (of === null) return null
  if (of.userId !== null) return { ...entries, by: 'user', of: { ...of, userId: of.userId } }
  const named = filterBy(input.application)
  if (named !== null) {
    const application = await findApplication(sql, named.toLowerCase())
    return application && { ...entries, by: 'application', applicationId: application.id }
  }
  // few entries are of another type: their index needs no range
  const isCharged = input.type === undefined || CHARGED.includes(input.type)
  if (!isCharged) return { ...entries, by: 'time', now: now() }
  const last = input.to ?? dayText(now(), timeZone)
  if (input.from === undefined) {
    const since = addDays(last, 1 - DEFAULT_DAYS)
    const filter = { ...entries.filter, from: midnight(since, timeZone) }
    return { by: 'time', filter, since, now: now() }
  }
  if (addDays(input.from, MOST_LEDGER_DAYS) <= last) {
    const message = `没有指定用户、订单、扣费或应用时，最多查 ${MOST_LEDGER_DAYS} 天`
    throw new AppError('VALIDATION', { message, fields: { from: message } })
  }
  return { ...entries, by: 'time', now: now() }
}

interface OwnEntries extends Omit<UserEntries, 'userId'> {
  /** Null: the filter names no user, nor anything of one. */
  userId: string | null
}

/** Whose entries the filter means; null when what it names does not exist or belongs to different users. */
async function findUserEntries(sql: Query, input: Input): Promise<OwnEntries | null> {
  const found: OwnEntries = { userId: null, orderId: null, chargeId: null, key: null }
  const owners: string[] = []
  const user = filterBy(input.user)
  if (user !== null) {
    const row = await findUser(sql, user.toLowerCase())
    if (row === null) return null
    owners.push(row.id)
  }
  const order = filterBy(input.order)
  if (order !== null) {
    const row = await findNamedOrder(sql, order)
    if (row === null) return null
    owners.push(row.userId)
    found.orderId = row.id
  }
  const charge = filterBy(input.charge)
  if (charge !== null) {
    const row = await findChargeOf(sql, charge.toLowerCase())
    if (row === null) return null
    owners.push(row.userId)
    found.chargeId = row.chargeId
  }
  const key = filterBy(input.key)
  if (key !== null) {
    const [owner = await findAdjustedUser(sql, key)] = owners
    if (owner === null) return null
    owners.push(owner)
    found.key = key
  }
  const [userId = null] = owners
  if (owners.some((owner) => owner !== userId)) return null
  return { ...found, userId }
}

/** Ids of charges begin with their time, which bounds where to look. */
export async function findChargeOf(sql: Query, id: string) {
  if (!ID.test(id) || id[14] !== '7') return null
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const span = { from: new Date(madeAt - ID_SLACK_MS), until: new Date(madeAt + ID_SLACK_MS) }
  return findCharge(sql, id, span)
}

/** The newest first. */
export function listSelectedEntries(
  sql: Query,
  selection: EntrySelection,
  page: PageOfEntries,
): Promise<FoundEntry[]> {
  const { by, filter } = selection
  if (by === 'user') return listEntries(sql, filter, selection.of, page)
  if (by === 'application')
    return listEntriesOfApplication(sql, selection.applicationId, filter, page)
  return listRecentEntries(sql, selection, page)
}

/**
 * Nothing sorts the entries of all users, which lie in the order of time: a page or a count looks back as far as it
 * needs, step by step. For a long span and a small limit PostgreSQL would begin at the first entry ever.
 */
function* beginnings({ from }: EntryFilter, newest: number): Generator<Date> {
  for (const reach of REACHES_MS) {
    if (newest - reach > from.getTime()) yield new Date(newest - reach)
  }
  yield from
}

async function listRecentEntries(
  sql: Query,
  { filter, now }: EntrySelection & { by: 'time' },
  page: PageOfEntries,
): Promise<FoundEntry[]> {
  const last = page.before && new Date(Math.ceil(Number(page.before.micros) / 1000) + 1)
  const newest = Math.min(filter.until.getTime(), (last ?? now).getTime())
  let rows: FoundEntry[] = []
  for (const from of beginnings(filter, newest)) {
    rows = await listEntries(sql, { ...filter, from, until: last ?? filter.until }, null, page)
    if (rows.length >= page.limit) break
  }
  return rows
}

async function lookAtRecentEntries(
  sql: Query,
  { filter, now }: EntrySelection & { by: 'time' },
  most: number,
): Promise<Looked> {
  let looked: Looked = { looked: 0, matching: 0 }
  for (const from of beginnings(filter, Math.min(filter.until.getTime(), now.getTime()))) {
    looked = await lookAtEntries(sql, { ...filter, from }, most)
    if (looked.looked >= most) break
  }
  return looked
}

/** How many there are, up to `most`. */
export function countSelectedEntries(
  sql: Query,
  selection: EntrySelection,
  most: number,
): Promise<number> {
  const { by, filter } = selection
  if (by === 'application')
    return countEntriesOfApplication(sql, selection.applicationId, filter, most)
  return countEntries(sql, filter, by === 'user' ? selection.of : null, most)
}

/** How many there are, or how many at least where that takes a look at too many entries. */
export function countForList(sql: Query, selection: EntrySelection): Promise<Counted> {
  return selection.by === 'time'
    ? countAmong((most) => lookAtRecentEntries(sql, selection, most))
    : countUpTo((most) => countSelectedEntries(sql, selection, most))
}
