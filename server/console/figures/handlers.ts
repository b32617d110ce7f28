import type * as contract from '#contract/console/figures/figures.ts'
import { withCustomPlans } from '../../db/reads.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { countCredit, CREDIT_SNAPSHOT } from './count-credit.ts'
import { countMoney } from './count-money.ts'
import { countSources } from './count-sources.ts'
import { readSnapshot } from './snapshots.ts'
import { listWaiting } from './waiting/list-waiting.ts'
import type { Query } from '../../db/sql.ts'
import { findLastBackup } from '../../operator/doctor/doctor.store.ts'
import { pingDatabase } from '../../process/health/health.store.ts'
import { findLastEventTime } from '../../process/metrics/metrics.store.ts'
import { countDueMails, findLastProof } from './health.store.ts'

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

const MOST_COUNTED = 1_000

async function readHealth(sql: Query): Promise<contract.Health> {
  const begun = performance.now()
  await pingDatabase(sql)
  const databaseMs = Math.round((performance.now() - begun) * 10) / 10
  const proof = await findLastProof(sql)
  return {
    newestEventAt: isoOf(await findLastEventTime(sql)),
    mailsDue: await countDueMails(sql, MOST_COUNTED),
    databaseMs,
    lastBackupAt: isoOf(await findLastBackup(sql)),
    lastProofAt: isoOf(proof?.at ?? null),
    hasFaults: proof?.hasFaults ?? false,
  }
}

function isoOf(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
