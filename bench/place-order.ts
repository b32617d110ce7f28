import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { api } from '#contract/api.ts'
import { type Customer, CUSTOMER_ID_PREFIX, openAccounts } from '#harness/customers.ts'
import { removeFolder, createWorkFolder } from '#harness/database-server.ts'
import { MOST_UNPAID_LIMITED_ORDERS } from '#server/recharge/limits.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import type { LoadGenerator } from './rig/load.ts'
import { findPgbench, runPgbench } from './rig/pgbench.ts'
import { startReference } from './rig/processes.ts'
import { requestText, USER_HEADER } from './rig/requests.ts'
import { interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'
import { type PlaceOrderParameter, placeOrderStatement } from './rig/statements.ts'
import { withoutVersions } from './rig/without-trigger.ts'

const ROUNDS = 7
const CLIENTS = 16
/** The maximum of open orders of a customer. */
const ORDERS_EACH = 3
const CUSTOMERS_A_CLIENT = 100
const CUSTOMERS = CLIENTS * CUSTOMERS_A_CLIENT
const ORDERS = CUSTOMERS * ORDERS_EACH
const PLAN = 'standard'

/**
 * Compares place-order with the same statement in bare Fastify + pg and in pgbench (the database alone). A
 * round places three orders of different `num` for each of 1,600 customers; none exists already and none
 * exceeds the limit of open orders. Orders expire between rounds, so that customers get a history.
 */
export async function measurePlaceOrder(generator: LoadGenerator): Promise<Figure[]> {
  const pgbench = await findPgbench()
  await using shop = await startShop('server')
  const { databaseUrl } = shop
  await using bare = await startReference('bench/bare/fastify.ts', { databaseUrl })
  await using script = await writePgbenchScript()
  const customers = await openAccounts(shop, CUSTOMERS)
  await using book = await openOrderBook(databaseUrl)

  const load = (port: number, path: string) => () =>
    book.fill(() =>
      generator.run({
        port,
        requests: orderRequests(port, path, customers),
        connections: CLIENTS,
        total: ORDERS,
      }),
    )
  const perClient = CUSTOMERS_A_CLIENT * ORDERS_EACH
  const databaseAlone = async () =>
    pgbench !== null &&
    book.fill(() =>
      runPgbench({ pgbench, databaseUrl, script: script.file, clients: CLIENTS, perClient }),
    )
  const rounds = await interleave(ROUNDS, {
    ours: load(shop.port, api.recharge.placeOrder.path),
    fastify: load(bare.port, '/order'),
    pgbench: databaseAlone,
    withoutVersions: () => book.withoutVersions(databaseAlone),
  })

  const what = 'place-order with session and csrf, against the same statement'
  const ours = rounds.map((round) => round.ours)
  const fastify = rounds.map((round) => round.fastify)
  const database = rounds.flatMap((round) => round.pgbench || [])
  const lean = rounds.flatMap((round) => round.withoutVersions || [])
  if (database.length === 0)
    process.stderr.write('pgbench is not available: its line is left out\n')
  return [
    ...(database.length > 0
      ? [
          compareThroughput(`${what} in pgbench`, ours, database, 0.33),
          compareThroughput(
            'the statement in pgbench with the version of the lists, against without',
            database,
            lean,
            0.8,
          ),
        ]
      : []),
    compareThroughput(`${what} in bare Fastify + pg`, ours, fastify, 0.5),
  ]
}

/** First one order of each customer, then the second, then the third, so that no customer has two requests at once. */
function orderRequests(port: number, path: string, customers: Customer[]): string[] {
  return Array.from({ length: ORDERS_EACH }, (_, turn) =>
    customers.map(({ id, headers }) =>
      requestText({
        port,
        path,
        headers: { ...headers, [USER_HEADER]: id },
        body: { id: PLAN, num: turn + 1 },
      }),
    ),
  ).flat()
}

/** Writes the same orders as a script; each client has its own customers. */
async function writePgbenchScript(): Promise<{ file: string } & AsyncDisposable> {
  const { text, parameters } = await placeOrderStatement()
  const written: Record<PlaceOrderParameter, string> = {
    userId: `('${CUSTOMER_ID_PREFIX}' || lpad(to_hex(:customer::bigint), 12, '0'))::uuid`,
    planId: `'${PLAN}'`,
    num: ':num',
    amount: 'null',
    orderNo: ':order_no',
    source: 'null',
    now: 'now()',
    expiresAt: `now() + interval '30 minutes'`,
    mostUnpaid: String(MOST_UNPAID_LIMITED_ORDERS),
    newId: 'uuidv7()',
  }
  const statement = text.replaceAll(/\$(\d+)/g, (_, position: string) => {
    const parameter = parameters[Number(position) - 1]!
    return `(${written[parameter]})`
  })
  const folder = await createWorkFolder()
  const file = join(folder, 'place-order.sql')
  const lines = [
    String.raw`\set turn :turn + 1`,
    String.raw`\set customer :client_id * ${CUSTOMERS_A_CLIENT} + :turn % ${CUSTOMERS_A_CLIENT}`,
    String.raw`\set num 1 + :turn / ${CUSTOMERS_A_CLIENT}`,
    String.raw`\set order_no random(100000000000000000, 999999999999999999)`,
    `${statement};`,
  ]
  await writeFile(file, lines.join('\n'))
  return { file, [Symbol.asyncDispose]: () => removeFolder(folder) }
}

interface OrderBook extends AsyncDisposable {
  /** Expires open orders, runs the work and throws unless it placed all orders. */
  fill<T>(work: () => Promise<T>): Promise<T>
  withoutVersions<T>(work: () => Promise<T>): Promise<T>
}

async function openOrderBook(databaseUrl: string): Promise<OrderBook> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    async fill(work) {
      await client.query(
        `update orders set state = 'expired', open_slot = null where open_slot is not null`,
      )
      await client.query('vacuum (analyze) orders')
      const result = await work()
      const { rows } = await client.query<{ placed: string }>(
        'select count(*) as placed from orders where open_slot is not null',
      )
      const placed = Number(rows[0]?.placed)
      if (placed !== ORDERS) throw new Error(`${placed} of ${ORDERS} orders were placed`)
      return result
    },
    withoutVersions: (work) => withoutVersions(client, 'orders', work),
    [Symbol.asyncDispose]: () => client.end(),
  }
}
