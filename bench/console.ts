import { type CallOf, CALLS, SUMS, unmeasuredCalls } from './rig/console-calls.ts'
import { fillConsole } from './rig/console-history.ts'
import { openOperator } from './rig/console-operator.ts'
import { absoluteFigure, type Figure, slowdownFigure } from './rig/figure.ts'
import type { LoadGenerator, LoadResult } from './rig/load.ts'
import { requestText } from './rig/requests.ts'
import { interleave, median } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'

const ROUNDS = 5
const FEW = 10_000
const MANY = 10_000_000
const MANY_DAYS = 365
/** So that a page of some days is as full as in the large shop: what is compared is the size of a table, not of a page. */
const FEW_DAYS = 7
/** Customers and moments come out even. */
const MULTIPLE = 5_000
const REQUESTS = 100
const REQUESTS_OF_SUMS = 10
const CONNECTIONS = 2
const GOAL = 2
const P95_GOAL_MS = 300
/** For so long somebody waits who closes a day. */
const SUM_GOAL_MS = 1_000
/** For so long one node claims the counting of figures. */
const COUNTING_GOAL_MS = 60_000

type FilledShop = Awaited<ReturnType<typeof openShop>>

/** Compares the console's calls in a shop of ten million orders (or `orders`) with those in one of ten thousand. */
export async function measureConsole(
  generator: LoadGenerator,
  { orders: many = MANY }: { orders?: number | undefined },
): Promise<Figure[]> {
  if (!(many >= FEW && many % MULTIPLE === 0)) {
    throw new Error(`--orders must be a multiple of ${MULTIPLE}, at least ${FEW}`)
  }
  await using small = await openShop({ orders: FEW, days: FEW_DAYS })
  await using large = await openShop({ orders: many, days: MANY_DAYS })
  // the shops end with this function
  return await compareShops(generator, { small, large, many })
}

async function compareShops(
  generator: LoadGenerator,
  { small, large, many }: { small: FilledShop; large: FilledShop; many: number },
): Promise<Figure[]> {
  for (const path of unmeasuredCalls(small.sample)) {
    printLine(`not measured: ${path}, which has no line in bench/rig/console-calls.ts`)
  }
  const ask = (shop: FilledShop, callOf: CallOf, total: number) => (): Promise<LoadResult> => {
    const { consolePort: port, sample, cookie } = shop
    const [{ path }, query] = callOf(sample)
    const address = `${path}?${new URLSearchParams(query).toString()}`
    const requests = [requestText({ port, path: address, headers: { cookie } })]
    return generator.run({ port, requests, connections: Math.min(CONNECTIONS, total), total })
  }
  const among = `among ${many.toLocaleString('en')} orders`
  const figures: Figure[] = []
  const firstMs = await ask(large, CALLS['first page']!, 1)()
  figures.push(
    absoluteFigure(
      `console: the very first opening of the first page ${among}`,
      [firstMs.p50Ms],
      'ms',
      COUNTING_GOAL_MS,
    ),
  )
  let slowest = { what: '', ms: 0 }
  for (const [what, callOf] of Object.entries(CALLS)) {
    const rounds = await interleave(ROUNDS, {
      many: ask(large, callOf, REQUESTS),
      few: ask(small, callOf, REQUESTS),
    })
    const figure = slowdownFigure(
      `console: ${what} ${among}, against ${FEW.toLocaleString('en')}`,
      rounds.map((round) => round.many),
      rounds.map((round) => round.few),
      GOAL,
    )
    printLine(`${what}: ${figure.ours}; ${figure.reference}`)
    figures.push(figure)
    const ms = median(rounds.map((round) => round.many.p95Ms))
    if (ms > slowest.ms) slowest = { what, ms }
  }
  const what = `console: the slowest p95 of these, ${slowest.what}`
  figures.push(absoluteFigure(what, [slowest.ms], 'ms', P95_GOAL_MS))
  for (const [sum, callOf] of Object.entries(SUMS)) {
    const rounds = await interleave(ROUNDS, { many: ask(large, callOf, REQUESTS_OF_SUMS) })
    const p95s = rounds.map((round) => round.many.p95Ms)
    figures.push(absoluteFigure(`console: ${sum} ${among}, p95`, p95s, 'ms', SUM_GOAL_MS))
  }
  const counted = await large.sql<{ name: string; tookMs: number }>`
    select name, took_ms as "tookMs" from console_snapshots order by name`
  for (const { name, tookMs } of counted) {
    const title = `console: counting “${name}” ${among}, in the background`
    figures.push(absoluteFigure(title, [tookMs], 'ms', COUNTING_GOAL_MS))
  }
  return figures
}

/** A filled shop and an owner who is signed in at its console. */
async function openShop({ orders, days }: { orders: number; days: number }) {
  const shop = await startShop('server', { hasConsole: true })
  try {
    const begun = performance.now()
    const sample = await fillConsole(shop.databaseUrl, { orders, days })
    const seconds = Math.round((performance.now() - begun) / 1000)
    printLine(`${orders.toLocaleString('en')} orders filled in within ${seconds} s`)
    const cookie = await openOperator(shop.sql)
    return { ...shop, consolePort: shop.consolePort!, sample, cookie }
  } catch (error) {
    await shop[Symbol.asyncDispose]()
    throw error
  }
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
