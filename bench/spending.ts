import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { createWorkFolder, removeFolder } from '#harness/database-server.ts'
import { fillCredit } from './rig/credit-history.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import { type LoadGenerator, NO_ID } from './rig/load.ts'
import { findPgbench, runPgbench } from './rig/pgbench.ts'
import { startReference } from './rig/processes.ts'
import { requestText, USER_HEADER } from './rig/requests.ts'
import { interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'
import { registerSpender, type Spender, userId, userIdSql } from './rig/spenders.ts'
import {
  type SpendingCall,
  type SpendingParameter,
  spendingStatements,
} from './rig/spending-statements.ts'
import { withoutVersions } from './rig/without-trigger.ts'

const ROUNDS = 5
const CLIENTS = 32
const USERS = 1_000
const AMOUNT = 10
const BODY = { amount: AMOUNT, reason: '翻译文档', usage: { characters: 1_200 } }
/** Against pgbench, bare Fastify + pg, and the database without the version of the lists. */
const GOALS = { all: 0.33, one: 0.5, fastify: 0.6, versions: 0.8 }

/** What is measured: a call, or two of which the second needs the id that the first answered with. */
interface Work {
  title: string
  calls: [SpendingCall] | [SpendingCall, SpendingCall]
  /** Times a client does it in a round. */
  perClient: { all: number; one: number }
}

const WORKS: Work[] = [
  { title: 'charge', calls: ['charge'], perClient: { all: 100, one: 30 } },
  { title: 'hold + capture', calls: ['hold', 'capture'], perClient: { all: 60, one: 20 } },
]

/**
 * Compares charges, and holds with their captures, with the same functions called from pgbench (the database alone)
 * and from bare Fastify + pg: over 1,000 users in turn, then all on one user, whose account's lock they wait for.
 */
export async function measureSpending(generator: LoadGenerator): Promise<Figure[]> {
  const pgbench = await findPgbench()
  await using shop = await startShop('server')
  const { databaseUrl } = shop
  const spender = await registerSpender(shop.sql)
  const { applicationId } = spender
  await fillCredit(databaseUrl, { users: USERS, applicationId })
  await using bare = await startReference('bench/bare/fastify.ts', { databaseUrl, applicationId })
  await using book = await openCreditBook(databaseUrl)
  const figures: Figure[] = []
  for (const work of WORKS) {
    for (const [who, users] of [
      ['all', USERS],
      ['one', 1],
    ] as const) {
      const perClient = work.perClient[who]
      const total = CLIENTS * perClient
      await using script = await writePgbenchScript(work, { applicationId, users })
      const load = (port: number, requestOf: RequestOf) => () =>
        book.expectCharges(total, () =>
          generator.run({
            ...{ port, total, connections: CLIENTS },
            ...workRequests(work, total, (call, number) =>
              requestOf({ port, call, user: userId(number % users), spender }),
            ),
          }),
        )
      const databaseAlone = async () =>
        pgbench !== null &&
        book.expectCharges(total, () =>
          runPgbench({ pgbench, databaseUrl, script: script.file, clients: CLIENTS, perClient }),
        )
      const rounds = await interleave(ROUNDS, {
        ours: load(shop.port, shopRequest),
        fastify: load(bare.port, bareRequest),
        pgbench: databaseAlone,
        withoutVersions: () => book.withoutVersions(databaseAlone),
      })
      const place = users === 1 ? 'on one user' : `over ${USERS.toLocaleString('en')} users`
      const what = `${work.title} ${place}, against the same functions`
      const ours = rounds.map((round) => round.ours)
      const database = rounds.flatMap((round) => round.pgbench || [])
      const lean = rounds.flatMap((round) => round.withoutVersions || [])
      if (database.length > 0)
        figures.push(
          compareThroughput(`${what} in pgbench`, ours, database, GOALS[who]),
          compareThroughput(
            `${work.title} ${place} in pgbench with the version of the lists, against without`,
            database,
            lean,
            GOALS.versions,
          ),
        )
      const fastify = rounds.map((round) => round.fastify)
      figures.push(compareThroughput(`${what} in bare Fastify + pg`, ours, fastify, GOALS.fastify))
    }
  }
  if (pgbench === null) process.stderr.write('pgbench is not available: its lines are left out\n')
  return figures
}

interface Target {
  port: number
  call: SpendingCall
  user: string
  spender: Spender
}
type RequestOf = (target: Target) => string

const SHOP_PATHS: Record<SpendingCall, string> = {
  charge: 'charges',
  hold: 'holds',
  capture: `holds/${NO_ID}/capture`,
}
const BARE_PATHS: Record<SpendingCall, string> = {
  charge: '/charge',
  hold: '/hold',
  capture: `/capture/${NO_ID}`,
}

/** What one call sends; only a hold has no usage. */
function bodyOf(call: SpendingCall): object {
  const { usage, ...rest } = BODY
  return call === 'hold' ? rest : { ...rest, usage }
}

export function shopRequest({ port, call, user, spender }: Target): string {
  return requestText({
    ...{ port, path: `/api/v1/users/${user}/${SHOP_PATHS[call]}`, body: bodyOf(call) },
    headers: { ...spender.headers, 'idempotency-key': randomUUID() },
  })
}

function bareRequest({ port, call, user, spender }: Target): string {
  return requestText({
    ...{ port, path: BARE_PATHS[call], body: bodyOf(call) },
    headers: { ...spender.headers, 'idempotency-key': randomUUID(), [USER_HEADER]: user },
  })
}

/** Requests with a key each. */
function workRequests(
  { calls: [first, second] }: Work,
  total: number,
  requestOf: (call: SpendingCall, number: number) => string,
) {
  const all = (call: SpendingCall) =>
    Array.from({ length: total }, (_, number) => requestOf(call, number))
  return { requests: all(first), ...(second && { followUps: all(second) }) }
}

interface CreditBook extends AsyncDisposable {
  /** Clears what updates have left behind, runs the work and throws unless it made so many charges. */
  expectCharges<T>(total: number, work: () => Promise<T>): Promise<T>
  withoutVersions<T>(work: () => Promise<T>): Promise<T>
}

async function openCreditBook(databaseUrl: string): Promise<CreditBook> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  async function countCharges(): Promise<number> {
    const { rows } = await client.query<{ charges: string }>(
      'select count(*) as charges from credit_charges',
    )
    return Number(rows[0]?.charges)
  }
  return {
    async expectCharges(total, work) {
      await client.query('vacuum (analyze)')
      const before = await countCharges()
      const result = await work()
      const made = (await countCharges()) - before
      if (made !== total) throw new Error(`${made} of ${total} charges were made`)
      return result
    },
    withoutVersions: (work) => withoutVersions(client, 'credit_accounts', work),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

/** Writes the same calls as a script; the clients' users are the same in turn. */
async function writePgbenchScript(
  { calls }: Work,
  { applicationId, users }: { applicationId: string; users: number },
): Promise<{ file: string } & AsyncDisposable> {
  const written: Record<SpendingParameter, string> = {
    user: userIdSql(':customer::bigint'),
    id: 'uuidv7()',
    application: `'${applicationId}'`,
    isFirstParty: 'true',
    amount: String(AMOUNT),
    reason: `'${BODY.reason}'`,
    usage: `'{"characters": 1200}'::jsonb`,
    apiKey: 'null',
    hold: ':object::uuid',
    mayBeLarge: 'false',
    key: 'gen_random_uuid()::text',
    hash: 'sha256($$request$$)',
    timeZone: `'Asia/Shanghai'`,
    at: 'now()',
    expiresAt: `now() + interval '1 hour'`,
  }
  const statements = await spendingStatements()
  const lines = calls.map((call) => {
    const { text, parameters } = statements[call]
    const statement = text.replaceAll(/\$(\d+)/g, (_, position: string) => {
      const parameter = parameters[Number(position) - 1]!
      return `(${written[parameter]})`
    })
    return String.raw`${statement} \gset`
  })
  const folder = await createWorkFolder()
  const file = join(folder, 'spending.sql')
  const script = [
    String.raw`\set turn :turn + 1`,
    String.raw`\set customer (:turn * ${CLIENTS} + :client_id) % ${users}`,
    ...lines,
  ]
  await writeFile(file, script.join('\n'))
  return { file, [Symbol.asyncDispose]: () => removeFolder(folder) }
}
