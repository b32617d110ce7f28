import { fillCredit } from './rig/credit-history.ts'
import { type Figure, slowdownFigure } from './rig/figure.ts'
import type { LoadGenerator } from './rig/load.ts'
import { interleave } from './rig/rounds.ts'
import { type Shop, startShop } from './rig/shop.ts'
import { registerSpender, userId } from './rig/spenders.ts'
import { shopRequest } from './spending.ts'

const ROUNDS = 5
const ENTRIES = 10_000_000
/** Of one user, before the measurement. */
const ENTRIES_EACH = 100
/** Users who are charged, spread over all users of the large shop. */
const CHARGED_USERS = 1_000
const CHARGES = 2_000
const CONNECTIONS = 4
const GOAL = 1.3

/** Compares charges in a shop whose ledger has ten million entries (or `entries`) with those in an empty one. */
export async function measureLargeLedger(
  generator: LoadGenerator,
  { entries = ENTRIES }: { entries?: number | undefined },
): Promise<Figure[]> {
  const users = entries / ENTRIES_EACH
  if (!Number.isInteger(users / CHARGED_USERS))
    throw new Error(`--entries must be a multiple of ${CHARGED_USERS * ENTRIES_EACH}`)
  await using empty = await startShop('server')
  await using large = await startShop('server')
  const load = async (shop: Shop, given: { users: number; charges: number }) => {
    const spender = await registerSpender(shop.sql)
    await fillCredit(shop.databaseUrl, { ...given, applicationId: spender.applicationId })
    const step = given.users / CHARGED_USERS
    return () =>
      generator.run({
        port: shop.port,
        requests: Array.from({ length: CHARGES }, (_, number) => {
          const user = userId((number % CHARGED_USERS) * step)
          return shopRequest({ port: shop.port, call: 'charge', user, spender })
        }),
        connections: CONNECTIONS,
        total: CHARGES,
      })
  }
  const rounds = await interleave(ROUNDS, {
    large: await load(large, { users, charges: entries }),
    empty: await load(empty, { users: CHARGED_USERS, charges: 0 }),
  })
  return [
    slowdownFigure(
      `charge in a ledger of ${entries.toLocaleString('en')} entries, against an empty one`,
      rounds.map((round) => round.large),
      rounds.map((round) => round.empty),
      GOAL,
    ),
  ]
}
