import { lastDays } from '#server/credit/spending/last-days.ts'
import { listUsageDays } from '#server/credit/spending/usage-days.store.ts'
import { fillCredit } from './rig/credit-history.ts'
import { type Figure, slowdownFigure } from './rig/figure.ts'
import { interleave, median } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'
import { registerSpender, userId } from './rig/spenders.ts'

const ROUNDS = 7
const READS = 300
const MANY = 200_000
const FEW = 200
const GOAL = 3
const CHART = { days: 30, timeZone: 'Asia/Shanghai' }

/** Compares reading 30 days of usage of a customer with 200,000 charges with that of one with 200. */
export async function measureUsage(): Promise<Figure[]> {
  await using shop = await startShop('server')
  const { databaseUrl, sql } = shop
  const { applicationId } = await registerSpender(sql)
  await fillCredit(databaseUrl, { first: 0, users: 1, charges: MANY, applicationId })
  await fillCredit(databaseUrl, { first: 1, users: 1, charges: FEW, applicationId })
  const read = (number: number) => async () => {
    const times: number[] = []
    for (let turn = 0; turn < READS; turn += 1) {
      const startedAt = performance.now()
      const usage = await listUsageDays(sql, {
        ...lastDays({ ...CHART, now: new Date() }),
        ...{ userId: userId(number), applicationId: null, apiKeyId: null },
      })
      times.push(performance.now() - startedAt)
      if (usage.length < CHART.days) throw new Error(`${usage.length} days were read`)
    }
    return { p50Ms: median(times) }
  }
  const rounds = await interleave(ROUNDS, { many: read(0), few: read(1) })
  return [
    slowdownFigure(
      `usage of 30 days with ${MANY.toLocaleString('en')} charges, against ${FEW}`,
      rounds.map(({ many }) => many),
      rounds.map(({ few }) => few),
      GOAL,
    ),
  ]
}
