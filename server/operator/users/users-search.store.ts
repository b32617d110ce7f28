import { escapeLike } from '../../db/escape-like.ts'
import { all, fragment, type Query } from '../../db/sql.ts'
import type { Fragment } from '../../db/values.ts'

export interface FoundUser {
  id: string
  /** Null when the account was closed for good. */
  email: string | null
  nickname: string
  source: string | null
  createdAt: Date
  /** When the account is to be closed; null when nobody has asked. */
  closingAt: Date | null
  closedAt: Date | null
  /** Since when the operator blocks it; null: not blocked. */
  blockedAt: Date | null
  /** Since when a login needs the second factor; null: the password alone logs in. */
  secondFactorSince: Date | null
  /** Since when the password logs nobody in, until a new one is set; null: it does. */
  passwordStoppedAt: Date | null
  balance: number
  /** The number of orders, and `paid`: payments less refunds in minor units. */
  orders: number
  paid: number
  /** Devices with a session. */
  sessions: number
  lastSeenAt: Date | null
}

const columns = fragment`
  u.id, u.email, u.nickname, u.source, u.created_at as "createdAt", u.closing_at as "closingAt", u.closed_at as "closedAt",
  u.blocked_at as "blockedAt", u.second_factor_since as "secondFactorSince",
  u.password_stopped_at as "passwordStoppedAt",
  coalesce(account.balance, 0) as balance, bought.orders, bought.paid, devices.sessions,
  devices.seen as "lastSeenAt"`

/** The tables that `columns` needs besides `users u`. */
const joins = fragment`
  left join credit_accounts account on account.user_id = u.id
  cross join lateral (
    select count(*) as orders,
      coalesce(sum(amount - refunded_amount) filter (where paid_at is not null), 0) as paid
    from orders where user_id = u.id) bought
  cross join lateral (
    select count(*) as sessions, max(last_seen_at) as seen
    from sessions where user_id = u.id and expires_at > now()) devices`

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The user of this address or id; null when there is none. */
export async function findUser(sql: Query, userRef: string): Promise<FoundUser | null> {
  const id = ID.test(userRef) ? userRef : null
  const [user] = await sql<FoundUser>`
    select ${columns}
    from users u ${joins}
    where u.email = ${userRef} or u.id = ${id}::uuid`
  return user ?? null
}

export interface UserFilter {
  /** Part of the address or the nickname; '': all users. */
  text: string
  isBlocked: boolean
  /** Ids begin with the time: from the first on, and below the other; null: open. */
  fromId: string | null
  untilId: string | null
  /** The traffic source at the registration; null: every one. */
  source: string | null
  /** Only those without a source. */
  isDirect: boolean
  /** Without those whose address begins with the text. */
  exceptBeginnings: boolean
}

export const ALL_USERS: UserFilter = {
  text: '',
  isBlocked: false,
  fromId: null,
  untilId: null,
  source: null,
  isDirect: false,
  exceptBeginnings: false,
}

/*
 * A text is looked for in addresses, which are lower case, and in names as they would be: `ilike` would make each row's
 * address lower case again, which takes most of the time.
 */

/** As in the index `users_parts`, which finds rare texts; the parts of a text are necessary and not enough. */
const parts = fragment`text_parts(lower(coalesce(email, '') || ' ' || nickname))`

/** All conditions but the text, and the parts of it that an index finds. */
function narrowed(filter: UserFilter): Fragment {
  const { text, isBlocked, fromId, untilId, source, isDirect, exceptBeginnings } = filter
  return all(
    isBlocked && fragment`blocked_at is not null`,
    fromId !== null && fragment`id >= ${fromId}`,
    untilId !== null && fragment`id < ${untilId}`,
    source !== null && fragment`source = ${source}`,
    isDirect && fragment`source is null`,
    exceptBeginnings && fragment`not starts_with(coalesce(email, ''), lower(${text}))`,
  )
}

function hasText({ text }: UserFilter): Fragment | false {
  const pattern = `%${escapeLike(text)}%`
  return (
    text !== '' && fragment`email like lower(${pattern}) or lower(nickname) like lower(${pattern})`
  )
}

const isBehind = (before: string | null) => before !== null && fragment`id < ${before}`

/** Parts that more users have than this narrow nothing and are slow to look up. */
const COMMON = 0.5
const MOST_PARTS = 3

interface RareParts {
  /** None: nearly everybody has all of them. */
  parts: string[]
  /** Of the users that have the rarest. */
  share: number
}

/** The rarest parts of a text, by PostgreSQL's statistics. */
export async function findRareParts(sql: Query, text: string): Promise<RareParts> {
  const rows = await sql<{ part: string; share: number }>`
    select part, coalesce(share, 0)::float8 as share
    from (select unnest(longest_parts(lower(${text}))) as part) wanted
    left join (
      select unnest(most_common_elems::text::text[]) as element, unnest(most_common_elem_freqs) as share
      from pg_stats where schemaname = current_schema() and tablename = 'users_parts'
    ) known on element = part
    where coalesce(share, 0) < ${COMMON}
    order by coalesce(share, 0), part limit ${MOST_PARTS}`
  return { parts: rows.map(({ part }) => part), share: rows[0]?.share ?? 1 }
}

interface PageOfUsers {
  before: string | null
  limit: number
}

/** Those whose address begins with the text, in the order of the addresses, behind this one. */
export async function matchBeginnings(
  sql: Query,
  text: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const pattern = `${escapeLike(text)}%`
  const isNext = after !== null && fragment`email ~>~ ${after}`
  const rows = await sql<{ id: string }>`
    select id from users
    where ${all(fragment`email like lower(${pattern})`, isNext)}
    order by email using ~<~ limit ${limit}`
  return rows.map(({ id }) => id)
}

/** The user's address if it begins with the text. */
export async function findBeginning(
  sql: Query,
  { id, text }: { id: string; text: string },
): Promise<string | null> {
  const [row] = await sql<{ email: string }>`
    select email from users where id = ${id} and starts_with(email, lower(${text}))`
  return row?.email ?? null
}

interface FoundByParts {
  /** Newest first. */
  ids: string[]
  /** More users have the text than were looked for. */
  isCut: boolean
}

/**
 * Those with the text among the users with these parts, of all pages the first `most` that are found (null: all). The
 * index finds them in no order, so all have to be read to sort them.
 */
export async function matchRareUsers(
  sql: Query,
  filter: UserFilter,
  rare: readonly string[],
  { before, limit, most }: PageOfUsers & { most: number | null },
): Promise<FoundByParts> {
  const isHolder = all(fragment`${parts} @> ${rare}::text[]`, hasText(filter), narrowed(filter))
  const [row] = await sql<{ ids: string[]; found: number }>`
    with holders as materialized (
      -- planned without the limit: by the index of parts, not by going through all users
      select id from users where ${isHolder}
    ), matching as materialized (select id from holders limit ${most}::integer + 1)
    select (select count(*) from matching) as found, array(
      select id from (select id from matching limit ${most}) listed
      where ${all(isBehind(before))}
      order by id desc limit ${limit}) as ids`
  return { ids: row!.ids, isCut: most !== null && row!.found > most }
}

/** Those with the text among the `most` newest users, newest first. */
export async function matchRecentUsers(
  sql: Query,
  filter: UserFilter,
  most: number,
  { before, limit }: PageOfUsers,
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from (
      select id, email, nickname from users where ${all(narrowed(filter), isBehind(before))}
      order by id desc limit ${most}
    ) recent
    where ${all(hasText(filter))}
    order by id desc limit ${limit}`
  return rows.map(({ id }) => id)
}

/** In the order of these ids. */
export function listUsersOf(sql: Query, ids: readonly string[]): Promise<FoundUser[]> {
  return sql<FoundUser>`
    select ${columns} from users u ${joins} where u.id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], u.id)`
}

/** Newest first, with these parts of the text. */
export function searchUsers(
  sql: Query,
  filter: UserFilter,
  rare: readonly string[],
  { before, limit }: PageOfUsers,
): Promise<FoundUser[]> {
  const hasParts = rare.length > 0 && fragment`${parts} @> ${rare}::text[]`
  return sql<FoundUser>`
    select ${columns}
    from (
      select * from users
      where ${all(hasText(filter), hasParts, narrowed(filter), isBehind(before))}
      order by id desc limit ${limit}
    ) u ${joins}
    order by u.id desc`
}

/** How many there are, up to `most`. */
export async function countUsers(sql: Query, filter: UserFilter, most: number): Promise<number> {
  const { text } = filter
  const hasParts = text !== '' && fragment`${parts} @> longest_parts(lower(${text}))`
  const [row] = await sql<{ count: number }>`
    select count(*) as count from (
      select from users
      where ${all(hasText(filter), hasParts, narrowed({ ...filter, exceptBeginnings: false }))}
      limit ${most}
    ) matching`
  return row!.count
}
