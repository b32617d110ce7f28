import type { Health } from '#contract/console/figures/figures.ts'
import type { Query } from '../../db/sql.ts'
import { findLastBackup } from '../../operator/doctor/doctor.store.ts'
import { pingDatabase } from '../../process/health/health.store.ts'
import { findLastEventTime } from '../../process/metrics/metrics.store.ts'
import { countDueMails, findLastProof } from './health.store.ts'

const MOST_COUNTED = 1_000

export async function readHealth(sql: Query): Promise<Health> {
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
