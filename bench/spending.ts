import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { openAccounts } from '#harness/customers.ts'
import { openApplication } from '#harness/production/open-application.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import { customerIdSql, runPgbench } from './rig/pgbench.ts'
import { startReference } from './rig/programs.ts'
import { NO_ID, requestText, USER_HEADER } from './rig/requests.ts'
import { type Bench, interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'
import { inlineStatement, type SpendingCall, spendingStatements } from './rig/statements.ts'

const CLIENTS = 32
const USERS = 1_000
/** More calls a second than any load makes, so that no call is refused. */
const MANY = 1_000_000
const LIMITS = { callsPerSecond: MANY, userCallsPerSecond: MANY, userBurst: MANY }
const BODY = { amount: 1, reason: '翻译文档', usage: { characters: 1_200 } }

/** Users in turn, and all on one user, whose account's lock they wait for; with the goal against pgbench. */
const CROWDS = [
  { name: `over ${USERS.toLocaleString('en')} users`, users: USERS, goal: 0.33 },
  { name: 'on one user', users: 1, goal: 0.5 },
] as const
const FASTIFY_GOAL = 0.6

/** What is measured: a call, or two of which the second needs the id that the first answered with. */
interface Work {
  title: string
  calls: [SpendingCall] | [SpendingCall, SpendingCall]
  /** Times a client does it in a round, over all users. */
  perClient: number
}

const WORKS: Work[] = [
  { title: 'charge', calls: ['charge'], perClient: 100 },
  { title: 'hold + capture', calls: ['hold', 'capture'], perClient: 60 },
]

/** Paths of the shop and of the reference. */
const PATHS: Record<SpendingCall, (user: string) => { shop: string; bare: string }> = {
  charge: (user) => ({ shop: `/api/v1/users/${user}/charges`, bare: '/charge' }),
  hold: (user) => ({ shop: `/api/v1/users/${user}/holds`, bare: '/hold' }),
  capture: (user) => ({
    shop: `/api/v1/users/${user}/holds/${NO_ID}/capture`,
    bare: `/capture/${NO_ID}`,
  }),
}

/**
 * Compares charges, and holds with their captures, with the same functions called from pgbench (the database alone)
 * and from bare Fastify + pg.
 */
export async function measureSpending({ generator, rounds }: Bench): Promise<Figure[]> {
  await using shop = await startShop('server')
  const { databaseUrl, sql } = shop
  const customers = await openAccounts(shop, USERS)
  const authorization = `Bearer ${await openApplication(sql, customers, LIMITS)}`
  const [application] = await sql<{ id: string }>`select id from applications`
  const applicationId = application!.id
  await using bare = await startReference('bench/bare/fastify.ts', { databaseUrl, applicationId })
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => client.end())

  const requestsOf = (side: 'shop' | 'bare', call: SpendingCall, users: number, total: number) =>
    Array.from({ length: total }, (_, number) => {
      const user = customers[number % users]!.id
      const { usage, ...terms } = BODY
      return requestText({
        port: side === 'shop' ? shop.port : bare.port,
        path: PATHS[call](user)[side],
        body: call === 'hold' ? terms : { ...terms, usage },
        headers: { authorization, 'idempotency-key': randomUUID(), [USER_HEADER]: user },
      })
    })
  const figures: Figure[] = []
  for (const { title, calls, perClient: most } of WORKS) {
    for (const { name, users, goal } of CROWDS) {
      const perClient = users === 1 ? Math.floor(most / 3) : most
      const total = CLIENTS * perClient
      const script = await pgbenchScript(calls, { applicationId, users })
      const load = (side: 'shop' | 'bare') => () => {
        const [requests, followUps] = calls.map((call) => requestsOf(side, call, users, total))
        const port = side === 'shop' ? shop.port : bare.port
        const work = { port, total, connections: CLIENTS, requests: requests! }
        return expectCharges(client, total, () =>
          generator.run({ ...work, ...(followUps && { followUps }) }),
        )
      }
      const { ours, fastify, pgbench } = await interleave(rounds, {
        ours: load('shop'),
        fastify: load('bare'),
        pgbench: () =>
          expectCharges(client, total, () =>
            runPgbench({ databaseUrl, script, clients: CLIENTS, perClient }),
          ),
      })
      const what = `${title} ${name}, against the same functions`
      figures.push(
        compareThroughput(`${what} in pgbench`, ours, pgbench, goal),
        compareThroughput(`${what} in bare Fastify + pg`, ours, fastify, FASTIFY_GOAL),
      )
    }
  }
  return figures
}

/** Clears what updates have left behind, runs the work and throws unless it made so many charges. */
async function expectCharges<T>(client: Client, total: number, work: () => Promise<T>): Promise<T> {
  const count = async (): Promise<number> => {
    const { rows } = await client.query<{ charges: string }>(
      'select count(*) as charges from credit_charges',
    )
    return Number(rows[0]?.charges)
  }
  await client.query('vacuum (analyze)')
  const before = await count()
  const result = await work()
  const made = (await count()) - before
  if (made !== total) throw new Error(`${made} of ${total} charges were made`)
  return result
}

/** The same calls; the clients' users are the same in turn. */
async function pgbenchScript(
  calls: readonly SpendingCall[],
  { applicationId, users }: { applicationId: string; users: number },
): Promise<string[]> {
  const statements = await spendingStatements()
  const written = {
    ...{ user: customerIdSql(':customer::bigint'), application: `'${applicationId}'` },
    ...{ id: 'uuidv7()', isFirstParty: 'true', amount: String(BODY.amount), apiKey: 'null' },
    ...{ reason: `'${BODY.reason}'`, usage: `'${JSON.stringify(BODY.usage)}'::jsonb` },
    ...{ hold: ':object::uuid', mayBeLarge: 'false', key: 'gen_random_uuid()::text' },
    ...{ hash: 'sha256($$request$$)', timeZone: `'Asia/Shanghai'`, at: 'now()' },
    expiresAt: `now() + interval '1 hour'`,
  }
  return [
    String.raw`\set customer (:turn * ${CLIENTS} + :client_id) % ${users}`,
    ...calls.map((call) => String.raw`${inlineStatement(statements[call], written)} \gset`),
  ]
}
