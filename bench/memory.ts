import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { openAccounts } from '#harness/customers.ts'
import { loginRequest } from './rig/login-request.ts'
import { absoluteFigure, type Figure } from './rig/figure.ts'
import type { LoadGenerator } from './rig/load.ts'
import { residentMb } from './rig/processes.ts'
import { requestText } from './rig/requests.ts'
import { startShop } from './rig/shop.ts'

const SETTLE_MS = 5_000
const SAMPLE_MS = 50
const CUSTOMERS = 2_000
const CONNECTIONS = 32
const LAPS = 6
/** One login is sent for this many customers. */
const CUSTOMERS_A_LOGIN = 10
const GOAL_MB = 180

/**
 * Measures resident memory of the shop's process without its database and sandbox: idle after the start, and
 * the maximum under a load of page views, session checks, lists, orders and logins.
 */
export async function measureMemory(generator: LoadGenerator): Promise<Figure[]> {
  await using shop = await startShop('both')
  await delay(SETTLE_MS)
  const idle = residentMb(shop.pid)

  const customers = await openAccounts(shop, CUSTOMERS)
  const { account, recharge } = api
  const { port } = shop
  const logins: string[] = []
  for (let number = 0; number < CUSTOMERS; number += CUSTOMERS_A_LOGIN) {
    logins.push(await loginRequest(shop, number))
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
    await generator.run({ port, requests, connections: CONNECTIONS, total: LAPS * requests.length })
  } finally {
    clearInterval(sampling)
  }
  return [
    absoluteFigure('memory of the shop’s process at rest', [idle], 'MB', GOAL_MB),
    absoluteFigure('memory of the shop’s process under load, most seen', [most], 'MB', GOAL_MB),
  ]
}
