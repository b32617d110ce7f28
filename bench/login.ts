import { api } from '#contract/api.ts'
import {
  customerAddress,
  customerEmail,
  fetchCsrfToken,
  openAccounts,
  PASSWORD_DIGEST,
} from '#harness/customers.ts'
import { createPasswords } from '#server/account/password/passwords.ts'
import * as launch from '#server/launch.ts'
import type { Argon2Options } from './bare/argon2.ts'
import { compareThroughput, type Figure } from './rig/figure.ts'
import { startPeer } from './rig/programs.ts'
import { requestText } from './rig/requests.ts'
import { type Bench, interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const CUSTOMERS = 1_000
const LOGINS = 200
/** The product computes two hashes at once; further logins wait. */
const AT_ONCE = 2
const CONNECTIONS = 8

/**
 * Compares logins with argon2id alone, on both cores. Each login is on a new device and from the customer's
 * own network, so that it writes everything that a first login writes.
 */
export async function measureLogin({ generator, rounds }: Bench): Promise<Figure[]> {
  await using shop = await startShop('both')
  const { port, secretKey } = shop
  const options: Argon2Options = {
    stored: await createPasswords(secretKey).hash(PASSWORD_DIGEST),
    ...{ secretKey, digest: PASSWORD_DIGEST, atOnce: AT_ONCE },
  }
  // with as many threads as the shop has
  await using ceiling = startPeer('bench/bare/argon2.ts', 'both', options, launch.environment)
  const customers = await openAccounts(shop, CUSTOMERS)
  const requests = await Promise.all(customers.map((_, number) => loginRequest(port, number)))
  let first = 0
  const { ours, argon2 } = await interleave(rounds, {
    ours: () => {
      const turn = Array.from({ length: LOGINS }, () => requests[first++ % requests.length]!)
      return generator.run({ port, requests: turn, connections: CONNECTIONS, total: LOGINS })
    },
    argon2: async () => ({ perSecond: Number(await ceiling.request(LOGINS)) }),
  })
  return [compareThroughput('login, against argon2id alone', ours, argon2, 0.7)]
}

/** The request that logs a customer in on a new device. */
export async function loginRequest(port: number, number: number): Promise<string> {
  const address = { 'x-forwarded-for': customerAddress(number) }
  const { token, cookie } = await fetchCsrfToken(`http://127.0.0.1:${port}`, address)
  return requestText({
    port,
    path: api.account.login.path,
    headers: { ...address, cookie, 'x-csrf-token': token },
    body: { email: customerEmail(number), password: PASSWORD_DIGEST },
  })
}
