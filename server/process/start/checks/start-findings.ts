import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import type { Readiness } from '../../health/health.ts'

/** Those of the doctor's checks that a start answers for: what no setting shows. */
const AT_START = ['durability', 'keys', 'webhook', 'mail', 'clock', 'backup']

/** Visitors and the jobs of a start come first. */
const PAUSE_MS = 5_000

/** Logs what `operator doctor` would say of the database, the provider, the mail server, the clock and the backup. */
export async function logStartFindings(deps: Deps, readiness: Readiness): Promise<void> {
  await delay(PAUSE_MS, undefined, { ref: false })
  if (readiness.isStopping) return
  const { checks, runCheck } = await import('../../../operator/doctor/run-checks.ts')
  const { config, sql, now, content, log } = deps
  const context = { config, sql, now, content, deps: () => Promise.resolve(deps) }
  for (const check of checks.filter(({ id }) => AT_START.includes(id))) {
    const { id, title, outcome, found, advice } = await runCheck(context, check)
    if (readiness.isStopping) return
    if (outcome === 'good') continue
    log.warn({ warning: `doctor_${id}` }, [`${title}：${found}`, advice].filter(Boolean).join('。'))
  }
}
