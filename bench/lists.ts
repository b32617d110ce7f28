import { api } from '#contract/api.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import { type Customer, openAccounts } from '#harness/customers.ts'
import { type Figure, slowdownFigure } from './rig/figure.ts'
import type { LoadGenerator } from './rig/load.ts'
import { fillHistory } from './rig/history.ts'
import { requestText } from './rig/requests.ts'
import { interleave } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const ROUNDS = 5
const FEW = 10_000
const MANY = 10_000_000
const ORDERS_EACH = 100
/** Customers who request their lists: all of the small shop, as many of the large one. */
const CUSTOMERS = FEW / ORDERS_EACH
const REQUESTS = 1_000
const CONNECTIONS = 4
const GOAL = 1.5

/** Compares the lists of orders and credit in a shop of ten million orders (or `orders`) with one of ten thousand. */
export async function measureLists(
  generator: LoadGenerator,
  { orders: many = MANY }: { orders?: number | undefined },
): Promise<Figure[]> {
  if (!(many >= FEW && many % ORDERS_EACH === 0))
    throw new Error(`--orders must be a multiple of ${ORDERS_EACH}, at least ${FEW}`)
  await using small = await startShop('server')
  await using large = await startShop('server')
  const inSmall = await openAccounts(small, CUSTOMERS)
  const inLarge = await openAccounts(large, CUSTOMERS)
  await fillHistory(small.databaseUrl, { orders: FEW, ordersEach: ORDERS_EACH })
  await fillHistory(large.databaseUrl, { orders: many, ordersEach: ORDERS_EACH })

  const { orderList } = api.recharge
  const lists = { orders: orderList.path, 'credit entries': creditEntries.path }
  const figures: Figure[] = []
  for (const [what, path] of Object.entries(lists)) {
    const load = (port: number, customers: Customer[]) => () =>
      generator.run({
        port,
        // the first page and one from the middle
        requests: customers.flatMap(({ headers }) =>
          [1, 3].map((page) => requestText({ port, path: `${path}?page=${page}`, headers })),
        ),
        connections: CONNECTIONS,
        total: REQUESTS,
      })
    const rounds = await interleave(ROUNDS, {
      many: load(large.port, inLarge),
      few: load(small.port, inSmall),
    })
    figures.push(
      slowdownFigure(
        `list of ${what} in a shop of ${many.toLocaleString('en')} orders, against one of ${FEW.toLocaleString('en')}`,
        rounds.map((round) => round.many),
        rounds.map((round) => round.few),
        GOAL,
      ),
    )
  }
  return figures
}
