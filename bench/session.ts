import { api } from '#contract/api.ts'
import { openAccounts } from '#harness/customers.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import { startReference } from './rig/programs.ts'
import { requestText, TOKEN_HASH_HEADER } from './rig/requests.ts'
import { type Bench, interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const CONNECTIONS = 16
const CUSTOMERS = 1_000
const CHECKS = 10_000

/** Compares user-info, which only checks the session, with the same statement in bare Fastify + pg. */
export async function measureSessionCheck({ generator, rounds }: Bench): Promise<Figure[]> {
  await using shop = await startShop('server')
  const { databaseUrl } = shop
  await using bare = await startReference('bench/bare/fastify.ts', { databaseUrl })
  const customers = await openAccounts(shop, CUSTOMERS)
  const load = (port: number, path: string) => () =>
    generator.run({
      ...{ port, connections: CONNECTIONS, total: CHECKS },
      requests: customers.map(({ headers, tokenHash }) => {
        const both = { ...headers, [TOKEN_HASH_HEADER]: tokenHash.toString('hex') }
        return requestText({ port, path, headers: both })
      }),
    })
  const { ours, fastify } = await interleave(rounds, {
    ours: load(shop.port, api.account.userInfo.path),
    fastify: load(bare.port, '/session'),
  })
  const what = 'session check (user-info), against the same statement in bare Fastify + pg'
  return [compareThroughput(what, ours, fastify, 0.6)]
}
