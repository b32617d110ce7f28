import { api } from '#contract/api.ts'
import { type Customer, openAccounts } from '#harness/customers.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import type { LoadGenerator } from './rig/load.ts'
import { startReference } from './rig/processes.ts'
import { requestText, TOKEN_HASH_HEADER } from './rig/requests.ts'
import { interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const ROUNDS = 11
const CONNECTIONS = 16
const CUSTOMERS = 1_000
const CHECKS = 10_000

/** Compares user-info, which only checks the session, with the same statement in bare Fastify + pg. */
export async function measureSessionCheck(generator: LoadGenerator): Promise<Figure[]> {
  await using shop = await startShop('server')
  const { databaseUrl } = shop
  await using bare = await startReference('bench/bare/fastify.ts', { databaseUrl })
  const customers = await openAccounts(shop, CUSTOMERS)
  const load = (port: number, path: string) => () =>
    generator.run({
      port,
      requests: customers.map((customer) => checkRequest(port, path, customer)),
      connections: CONNECTIONS,
      total: CHECKS,
    })
  const rounds = await interleave(ROUNDS, {
    ours: load(shop.port, api.account.userInfo.path),
    fastify: load(bare.port, '/session'),
  })
  return [
    compareThroughput(
      'session check (user-info), against the same statement in bare Fastify + pg',
      rounds.map(({ ours }) => ours),
      rounds.map(({ fastify }) => fastify),
      0.6,
    ),
  ]
}

function checkRequest(port: number, path: string, { headers, tokenHash }: Customer): string {
  return requestText({
    port,
    path,
    headers: { ...headers, [TOKEN_HASH_HEADER]: tokenHash.toString('hex') },
  })
}
