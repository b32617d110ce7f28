import { expect, test } from 'vitest'
import { listAlerts } from '#contract/console/alerts.ts'
import { listAudit } from '#contract/console/audit.ts'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import { listConsoleEvents } from '#contract/console/events.ts'
import { listConsoleMails } from '#contract/console/mails.ts'
import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import { readPlanHistory } from '#contract/console/plans.ts'
import { listConsoleUsers, listUserLedger } from '#contract/console/users.ts'
import type { CallInputOf, OutputOf } from '#contract/endpoint.ts'
import { ask, readPages } from '../testing/console/console.ts'
import { insertOrders, startConsoleServer } from '../testing/console/console-shop.ts'
import { adjust } from '../testing/credit.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { SMALL } from '../testing/shop.ts'

/** Rows that each list is given, several of them of one moment. */
const ROWS = 23
const LIMIT = 5

const fixtureOf = oncePerFile(async () => {
  const fixture = await startConsoleServer()
  return { ...fixture, ann: await fixture.shop.newUser({ email: 'ann@example.com' }) }
})

type Fixture = Awaited<ReturnType<typeof fixtureOf>>
interface List {
  addRows: (fixture: Fixture) => Promise<unknown>
  /** The names of all pages' rows. */
  read: (fixture: Fixture, page: { limit: number }) => Promise<string[]>
  /** A page that begins nowhere. */
  readWrongPlace: (fixture: Fixture) => Promise<{ status: number; body: { code?: string } }>
}

/** Describes a list that is found with `input`; `namesOf` tells its rows apart. */
function list<C extends ConsoleCall>(
  call: C,
  input: Omit<CallInputOf<C>, 'before' | 'limit'>,
  namesOf: (page: OutputOf<C>) => string[],
  addRows: List['addRows'],
): List {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every list has these two fields
  const inputOf = (page: object) => ({ ...input, ...page }) as CallInputOf<C>
  return {
    addRows,
    async read({ viewer }, { limit }) {
      const pages = await readPages(async (before) => {
        const page = await ask(viewer, call, inputOf({ limit, before }))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as its schema says
        const { next } = page as { next: string | number | null }
        return { names: namesOf(page), next: next === null ? null : String(next) }
      })
      const lengths = pages.map(({ names }) => names.length)
      expect(lengths.slice(0, -1).every((length) => length === limit)).toBe(true)
      return pages.flatMap(({ names }) => names)
    },
    readWrongPlace: ({ viewer }) => viewer.call(call, inputOf({ before: 'x' })),
  }
}

const LISTS: Record<string, List> = {
  orders: list(
    listConsoleOrders,
    { user: 'ann@example.com' },
    ({ orders }) => orders.map(({ id }) => id),
    ({ shop, ann }) => insertOrders(shop.sql, ann.user.id, { count: ROWS }),
  ),
  users: list(
    listConsoleUsers,
    { q: 'odd' },
    ({ users }) => users.map(({ id }) => id),
    ({ shop }) => shop.sql`
      insert into users (id, email, password_hash, nickname)
      select uuidv7(n * interval '1 us'), n || '@shop.test', 'x', case n % 2 when 0 then 'even' else 'odd' end
      from generate_series(1, ${2 * ROWS}::integer) n`,
  ),
  mails: list(
    listConsoleMails,
    { to: 'pages@example.com' },
    ({ mails }) => mails.map(({ id }) => id),
    ({ shop }) => shop.sql`
      insert into jobs (id, kind, payload, state)
      select uuidv7(n * interval '1 us'), 'mail', '{"to": "pages@example.com", "subject": "x"}', 'waiting'
      from generate_series(1, ${ROWS}::integer) n`,
  ),
  events: list(
    listConsoleEvents,
    { type: 'charge.of.one.moment' },
    ({ events }) => events.map(({ id }) => id),
    ({ shop }) => shop.sql`
      insert into provider_events (id, type, created_at, applied_at)
      select 'evt_' || lpad(n::text, 3, '0'), 'charge.of.one.moment', now(),
        '2026-01-01T00:00:00.123456Z'::timestamptz + (n / 5) * interval '1 us'
      from generate_series(1, ${ROWS}::integer) n`,
  ),
  'alerts of 30 days': list(
    listAlerts,
    {},
    ({ alerts }) => alerts.map(({ about }) => about),
    ({ shop }) => shop.sql`
      insert into alerts (kind, subject, facts, first_at, last_at)
      select 'order_unknown', 'pi_' || n, '{}', now() - interval '40 days',
        now() - case n when 0 then interval '31 days' else n / 5 * interval '1 minute' end
      from generate_series(0, ${ROWS}::integer) n`,
  ),
  audit: list(
    listAudit,
    { command: 'orders check' },
    ({ entries }) => entries.map(({ id }) => id),
    ({ shop }) => shop.sql`
      insert into operator_actions (id, channel, operator, command, given)
      select uuidv7(n * interval '1 us'), 'terminal', 'root@shop', 'orders check', '{}'
      from generate_series(1, ${ROWS}::integer) n`,
  ),
  'history of a plan': list(
    readPlanHistory,
    { plan: SMALL.id },
    ({ changes }) => changes.map(({ version }) => String(version)),
    ({ shop }) => shop.sql`
      with action as (
        insert into operator_actions (id, channel, operator, command, given)
        values (uuidv7(), 'terminal', 'root@shop', 'plans save', '{}') returning id)
      insert into plan_changes (id, plan_id, action_id, version, is_new, fields)
      select uuidv7(n * interval '1 us'), ${SMALL.id}, action.id, n, false, '[]'
      from action, generate_series(1, ${ROWS}::integer) n`,
  ),
  'ledger of a user': list(
    listUserLedger,
    { user: 'ann@example.com' },
    ({ entries }) => entries.map(({ position }) => String(position)),
    async ({ shop, ann }) => {
      for (let delta = 1; delta <= ROWS; delta += 1) await adjust(shop, ann, { delta })
    },
  ),
}

test.each(Object.entries(LISTS))(
  '%s: short pages show every row once, in the order of one long page; a wrong place is refused',
  async (_, { addRows, read, readWrongPlace }) => {
    const fixture = await fixtureOf()
    await addRows(fixture)
    const whole = await read(fixture, { limit: 100 })
    expect(whole).toHaveLength(ROWS)
    expect(new Set(whole).size).toBe(ROWS)
    expect(await read(fixture, { limit: LIMIT })).toEqual(whole)
    const { status, body } = await readWrongPlace(fixture)
    expect([status, body.code]).toEqual([400, 'VALIDATION'])
  },
)

test('orders that come while an operator turns pages move none of them', async () => {
  const fixture = await fixtureOf()
  const { shop, viewer } = fixture
  const { user } = await shop.newUser()
  const ids = await insertOrders(shop.sql, user.id, { count: ROWS })
  const pages = await readPages(async (before) => {
    const page = await ask(viewer, listConsoleOrders, { user: user.id, limit: LIMIT, before })
    await insertOrders(shop.sql, user.id, { count: 1 })
    return page
  })
  expect(pages.flatMap(({ orders }) => orders.map(({ id }) => id))).toEqual(ids.toReversed())
})
