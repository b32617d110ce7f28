import { createPasswords } from '#server/account/password/passwords.ts'
import * as launch from '#server/launch.ts'
import type { Argon2Options } from './bare/argon2.ts'
import { openAccounts, PASSWORD_DIGEST } from '#harness/customers.ts'
import { loginRequest } from './rig/login-request.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import type { LoadGenerator } from './rig/load.ts'
import { type Peer, startPeer } from './rig/processes.ts'
import { interleave } from './rig/rounds.ts'
import { type Shop, startShop } from './rig/shop.ts'

const ROUNDS = 9
const CUSTOMERS = 1_000
const LOGINS = 200
/** The product computes two hashes at once; further logins wait. */
const AT_ONCE = 2
const CONNECTIONS = 8

/**
 * Compares logins with argon2id alone, on both cores. Each login is on a new device and from the customer's
 * own network, so that it writes everything that a first login writes.
 */
export async function measureLogin(generator: LoadGenerator): Promise<Figure[]> {
  await using shop = await startShop('both')
  await using ceiling = await startCeiling(shop)
  const requests = await loginRequests(shop)
  let first = 0
  const rounds = await interleave(ROUNDS, {
    ours: () => {
      const turn = Array.from({ length: LOGINS }, () => requests[first++ % requests.length]!)
      return generator.run({
        port: shop.port,
        requests: turn,
        connections: CONNECTIONS,
        total: LOGINS,
      })
    },
    argon2: async () => ({ perSecond: Number(await ceiling.request(LOGINS)) }),
  })
  return [
    compareThroughput(
      'login, against argon2id alone',
      rounds.map(({ ours }) => ours),
      rounds.map(({ argon2 }) => argon2),
      0.7,
    ),
  ]
}

async function loginRequests(shop: Shop): Promise<string[]> {
  const customers = await openAccounts(shop, CUSTOMERS)
  return Promise.all(customers.map((_, number) => loginRequest(shop, number)))
}

async function startCeiling({ secretKey }: Shop): Promise<Peer> {
  const options: Argon2Options = {
    stored: await createPasswords(secretKey).hash(PASSWORD_DIGEST),
    secretKey,
    digest: PASSWORD_DIGEST,
    atOnce: AT_ONCE,
  }
  // with as many threads as the shop has
  return startPeer('bench/bare/argon2.ts', 'both', options, launch.environment)
}
