import { beginAction, endAction, type Outcome } from './audit/actions.store.ts'
import { confirm } from './confirm.ts'
import { describeFailure, type Failure } from './failure.ts'
import { EXIT } from './exit.ts'
import type { Operator } from './operator.ts'

export interface Action<Result> {
  /** The order, user, plan or mail that it is about, as the audit log is searched by it. */
  subject?: string
  reason?: string | null
  /** What is about to happen; absent: nobody has to be asked. */
  preview?: string
  work: () => Promise<Result>
  /** What the audit log keeps of the result. */
  keep: (result: Result) => Record<string, unknown>
}

/** Does what a command changes: after the operator's word, and noted in the audit log before and afterwards. */
export async function perform<Result>(
  { sql, call }: Pick<Operator, 'sql' | 'call'>,
  { subject, reason = null, preview, work, keep }: Action<Result>,
): Promise<Result> {
  // a closed account leaves no address behind; the subject says whose it was
  const { user: _, ...given } = call.given
  if (preview !== undefined && !call.isConfirmed) await confirm(preview)
  const id = await beginAction(sql, {
    operator: call.operator,
    command: call.command,
    given,
    subject: subject ?? null,
    reason,
  })
  let result: Result
  try {
    result = await work()
  } catch (error) {
    const failure = describeFailure(error)
    const { code, message } = failure
    const end = { outcome: outcomeOf(failure), result: { code, message } }
    // whoever asked hears of the first failure, not of the note's
    await endAction(sql, id, end).catch(() => {})
    throw error
  }
  await endAction(sql, id, { outcome: 'done', result: keep(result) })
  return result
}

/** Refused is what the rules forbid; failed is what a later try may bring about, or a bug. */
function outcomeOf({ code, exitCode }: Failure): Outcome {
  return exitCode === EXIT.unavailable || code === 'INTERNAL' ? 'failed' : 'refused'
}
