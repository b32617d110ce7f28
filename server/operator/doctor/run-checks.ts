import { toOperatorFailure } from '../failure.ts'
import { bad, type Check, type CheckContext, type Finding } from './check.ts'
import { databaseChecks } from './database-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { mailChecks } from './mail-checks.ts'
import { paymentChecks } from './payment-checks.ts'
import { siteChecks } from './site-checks.ts'
import { workChecks } from './work-checks.ts'

/** All checks, in the order in which they are shown. */
export const checks: readonly Check[] = [
  ...databaseChecks,
  ...paymentChecks,
  ...mailChecks,
  ...machineChecks,
  ...siteChecks,
  ...workChecks,
]

/** Of each check; all run at the same time. */
export const CHECK_MS = 8_000

export interface CheckResult extends Finding {
  id: string
  title: string
  /** How long it took. */
  ms: number
}

/** All checks at once; one that fails or hangs hides no other. */
export function runChecks(context: CheckContext): Promise<CheckResult[]> {
  return Promise.all(checks.map((check) => runCheck(context, check)))
}

export async function runCheck(
  context: CheckContext,
  { id, title, run }: Check,
  limitMs = CHECK_MS,
): Promise<CheckResult> {
  const startedAt = performance.now()
  const limit = AbortSignal.timeout(limitMs)
  const late = new Promise<Finding>((resolve) => {
    limit.addEventListener('abort', () =>
      resolve(bad(`${limitMs / 1000} 秒内没有结果`, '请检查网络和防火墙，再试一次')),
    )
  })
  const finding = await Promise.race([
    late,
    run(context, limit).catch((error: unknown) => bad(failureSentence(error), null)),
  ])
  return { id, title, ...finding, ms: Math.round(performance.now() - startedAt) }
}

/** The first line: a bug brings its stack. */
function failureSentence(error: unknown): string {
  return toOperatorFailure(error).message.split('\n', 1)[0]!
}
