import { AppError } from '../http/errors.ts'
import { beginAction, endAction, type Outcome } from './audit/actions.store.ts'
import { confirm } from './confirm.ts'
import { describeFailure } from './failure.ts'
import { Refusal } from './exit.ts'
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
    const { code, message } = describeFailure(error)
    // whoever asked hears of the first failure, not of the note's
    await endAction(sql, id, { outcome: outcomeOf(error), result: { code, message } }).catch(
      () => {},
    )
    throw error
  }
  await endAction(sql, id, { outcome: 'done', result: keep(result) })
  return result
}

function outcomeOf(error: unknown): Outcome {
  return error instanceof AppError || error instanceof Refusal ? 'refused' : 'failed'
}
