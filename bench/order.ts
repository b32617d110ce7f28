import { Client } from 'pg'
import { api } from '#contract/api.ts'
import { type Customer, openAccounts } from '#harness/customers.ts'
import { MOST_UNPAID_LIMITED_ORDERS } from '#server/recharge/limits.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import { customerIdSql, runPgbench } from './rig/pgbench.ts'
import { startReference } from './rig/programs.ts'
import { requestText, USER_HEADER } from './rig/requests.ts'
import { type Bench, interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'
import { inlineStatement, placeOrderStatement } from './rig/statements.ts'

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
export async function measurePlaceOrder({ generator, rounds }: Bench): Promise<Figure[]> {
  await using shop = await startShop('server')
  const { databaseUrl } = shop
  await using bare = await startReference('bench/bare/fastify.ts', { databaseUrl })
  const customers = await openAccounts(shop, CUSTOMERS)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => client.end())

  const load = (port: number, path: string) => () =>
    expectOrders(client, () => {
      const requests = orderRequests(port, path, customers)
      return generator.run({ port, requests, connections: CLIENTS, total: ORDERS })
    })
  const script = await pgbenchScript()
  const perClient = CUSTOMERS_A_CLIENT * ORDERS_EACH
  const { ours, fastify, pgbench } = await interleave(rounds, {
    ours: load(shop.port, api.recharge.placeOrder.path),
    fastify: load(bare.port, '/order'),
    pgbench: () =>
      expectOrders(client, () => runPgbench({ databaseUrl, script, clients: CLIENTS, perClient })),
  })
  const what = 'place-order with session and csrf, against the same statement'
  return [
    compareThroughput(`${what} in pgbench`, ours, pgbench, 0.33),
    compareThroughput(`${what} in bare Fastify + pg`, ours, fastify, 0.5),
  ]
}

/** First one order of each customer, then the second, then the third, so that no customer has two requests at once. */
function orderRequests(port: number, path: string, customers: Customer[]): string[] {
  return Array.from({ length: ORDERS_EACH }, (_, turn) =>
    customers.map(({ id, headers }) => {
      const body = { id: PLAN, num: turn + 1 }
      return requestText({ port, path, headers: { ...headers, [USER_HEADER]: id }, body })
    }),
  ).flat()
}

/** The same orders; each client has its own customers. */
async function pgbenchScript(): Promise<string[]> {
  const statement = inlineStatement(await placeOrderStatement(), {
    ...{ userId: customerIdSql(':customer::bigint'), planId: `'${PLAN}'`, num: ':num' },
    ...{ amount: 'null', orderNo: ':order_no', source: 'null', newId: 'uuidv7()' },
    ...{ now: 'now()', expiresAt: `now() + interval '30 minutes'` },
    mostUnpaid: String(MOST_UNPAID_LIMITED_ORDERS),
  })
  return [
    String.raw`\set customer :client_id * ${CUSTOMERS_A_CLIENT} + :turn % ${CUSTOMERS_A_CLIENT}`,
    String.raw`\set num 1 + :turn / ${CUSTOMERS_A_CLIENT}`,
    String.raw`\set order_no random(100000000000000000, 999999999999999999)`,
    `${statement};`,
  ]
}

/** Expires open orders, runs the work and throws unless it placed all orders. */
async function expectOrders<T>(client: Client, work: () => Promise<T>): Promise<T> {
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
}
