import type * as contract from '#contract/console/figures/figures.ts'
import { withCustomPlans } from '../../db/reads.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { countCredit, CREDIT_SNAPSHOT } from './count-credit.ts'
import { countMoney } from './count-money.ts'
import { countSources } from './count-sources.ts'
import { readHealth } from './read-health.ts'
import { readSnapshot } from './snapshots.ts'
import { listWaiting } from './waiting/list-waiting.ts'

export function figureHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  const { sql, now } = deps
  const { timeZone, currency } = deps.content.site
  return {
    async readFigures({ session }) {
      const [money, credit, live] = await Promise.all([
        readSnapshot(deps, 'money', () =>
          withCustomPlans(sql, (tx) => countMoney(tx, now(), { timeZone, currency })),
        ),
        readSnapshot(deps, CREDIT_SNAPSHOT, () => countCredit(sql, now())),
        withCustomPlans(sql, async (tx) => ({
          waiting: await listWaiting({ sql: tx, now: now(), session }),
          health: await readHealth(tx),
        })),
      ])
      return {
        ...live,
        money: { ...money.data, takenAt: money.takenAt.toISOString() },
        credit: { ...credit.data, takenAt: credit.takenAt.toISOString() },
        isRenewing: money.isRenewing || credit.isRenewing,
      }
    },
    async readSources({ input }) {
      const days = Number(input.days)
      const { data, takenAt, isRenewing } = await readSnapshot(
        deps,
        `sources of ${days} days`,
        () =>
          withCustomPlans(sql, (tx) => countSources(tx, { now: now(), days, timeZone, currency })),
      )
      return { ...data, takenAt: takenAt.toISOString(), isRenewing }
    },
  }
}
