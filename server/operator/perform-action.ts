import { beginAction, endAction, type Outcome, type Weight } from './audit/actions.store.ts'
import { toOperatorFailure, type Failure } from './failure.ts'
import { EXIT, Refusal } from './exit.ts'
import type { OperatorContext } from './operator.ts'
import type { Report } from './report.ts'

export interface AuditedAction<Result> {
  /** The order, user, plan or mail concerned: `audit --subject` searches by it. */
  subject?: string
  reason?: string | null
  /** What will happen, a sentence a line; absent: no confirmation is asked. */
  preview?: Report | string
  /** What it counts towards a daily sum; absent: nothing. */
  weight?: Weight
  /** In the console another owner or finance signs it, wherever there is one; absent: only beyond the daily sum. */
  needsSignature?: boolean
  /** Gets the id of the action in the audit log. */
  work: (actionId: string) => Promise<Result>
  /** Selects what the audit log stores of the result; absent: nothing. */
  toAuditResult?: (result: Result) => Record<string, unknown>
  /** What the audit log stores beside the refusal or failure. */
  refusalFacts?: Record<string, unknown>
}

/** Asks for confirmation, then does the work, and writes the audit log before and after it. */
export async function performAction<Result>(
  { sql, call }: Pick<OperatorContext, 'sql' | 'call'>,
  action: AuditedAction<Result>,
): Promise<Result> {
  const { subject, reason = null, preview, weight, needsSignature = false } = action
  const { work, toAuditResult = () => ({}), refusalFacts = {} } = action
  // the audit log keeps no address of a user, because the account may be closed later; the subject is the id
  const { user: _, ...given } = call.given
  const mark = preview === undefined ? null : await call.confirm(toReport(preview), needsSignature)
  const id = await (call.begin ?? beginAction)(sql, {
    ...call.actor,
    mark,
    weight: weight ?? null,
    signature: null,
    command: call.command,
    given,
    subject: subject ?? null,
    reason,
  })
  if (id === null) {
    throw new Refusal('这个操作已经提交过，结果在操作记录里', { code: 'REPEATED' })
  }
  let result: Result
  try {
    result = await work(id)
  } catch (error) {
    const failure = toOperatorFailure(error)
    const { code, message } = failure
    const outcome = outcomeOf(failure, weight !== undefined)
    const end = { outcome, result: { code, message, ...refusalFacts } }
    // report the first failure, not one of the audit log
    await endAction(sql, id, end).catch(() => {})
    throw error
  }
  // it was done, whether or not the audit log can say so now
  await endAction(sql, id, { outcome: 'done', result: toAuditResult(result) }).catch(() => {})
  return result
}

/** Records in the audit log that an action was refused, or failed, before it could be previewed; throws `error`. */
export function recordRefusal(
  operator: Pick<OperatorContext, 'sql' | 'call'>,
  { error, ...action }: Pick<AuditedAction<never>, 'subject' | 'reason'> & { error: unknown },
): Promise<never> {
  return performAction<never>(operator, {
    ...action,
    refusalFacts: operator.call.isPreview ? { isPreview: true } : {},
    work: () => Promise.reject(error),
  })
}

/** `refused`: the rules forbid it; `failed`: a later try may succeed, or a bug; `unknown`: nobody said what came of it. */
function outcomeOf({ code, exitCode }: Failure, movesMoney: boolean): Outcome {
  if (code === 'UNKNOWN' || (code === 'PROVIDER' && exitCode === EXIT.unavailable && movesMoney))
    return 'unknown'
  return exitCode === EXIT.unavailable || code === 'INTERNAL' ? 'failed' : 'refused'
}

function toReport(preview: Report | string): Report {
  return typeof preview === 'string' ? { sentences: preview.split('\n') } : preview
}
