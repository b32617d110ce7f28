import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { openAccounts } from '#harness/customers.ts'
import { loginRequest } from './login.ts'
import { absoluteFigure, type Figure } from './rig/figure.ts'
import { requestText } from './rig/requests.ts'
import type { Bench } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const SETTLE_MS = 5_000
const SAMPLE_MS = 50
const CUSTOMERS = 2_000
const CONNECTIONS = 32
/** One login is sent for this many customers. */
const CUSTOMERS_A_LOGIN = 10
const GOAL = { atMost: 180 }

/**
 * Measures resident memory of the shop's process without its database and sandbox: idle after the start, and
 * the maximum under a load of page views, session checks, lists, orders and logins, all of it once a round.
 */
export async function measureMemory({ generator, rounds }: Bench): Promise<Figure[]> {
  await using shop = await startShop('both')
  await delay(SETTLE_MS)
  const idle = residentMb(shop.pid)

  const customers = await openAccounts(shop, CUSTOMERS)
  const { account, recharge } = api
  const { port } = shop
  const logins: string[] = []
  for (let number = 0; number < CUSTOMERS; number += CUSTOMERS_A_LOGIN) {
    logins.push(await loginRequest(port, number))
  }
  const requests = customers.flatMap(({ headers }, index) => [
    requestText({ port, path: '/' }),
    requestText({ port, path: '/plans' }),
    requestText({ port, path: account.userInfo.path, headers }),
    requestText({ port, path: account.profile.path, headers }),
    requestText({ port, path: recharge.comboList.path, headers }),
    requestText({ port, path: recharge.orderList.path, headers }),
    requestText({
      port,
      path: recharge.placeOrder.path,
      headers,
      body: { id: 'standard', num: 1 + (index % 3) },
    }),
    ...(index % CUSTOMERS_A_LOGIN === 0 ? [logins[index / CUSTOMERS_A_LOGIN]!] : []),
  ])
  let most = 0
  const sampling = setInterval(() => {
    most = Math.max(most, residentMb(shop.pid))
  }, SAMPLE_MS)
  try {
    await generator.run({
      port,
      requests,
      connections: CONNECTIONS,
      total: rounds * requests.length,
    })
  } finally {
    clearInterval(sampling)
  }
  return [
    absoluteFigure('memory of the shop’s process at rest', [idle], 'MB', GOAL),
    absoluteFigure('memory of the shop’s process under load, most seen', [most], 'MB', GOAL),
  ]
}

/** Resident memory of the process now, in MB (2^20 bytes). */
export function residentMb(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })
  return Number(kilobytes) / 1024
}
