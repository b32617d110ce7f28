import type { Actor } from '../actor.ts'
import type { Outcome, StoredAction } from './audit/actions.store.ts'

/** Chinese labels of stored values. */

export const ACTOR_LABELS = {
  user: '用户',
  provider: '支付平台',
  system: '系统',
  operator: '运营',
} as const satisfies Record<Actor, string>

const OUTCOME_LABELS = {
  done: '完成',
  refused: '被拒绝',
  failed: '失败',
  unknown: '结果未知',
} as const satisfies Record<Outcome, string>

/** How an action ended; null = it still runs, or its program died. */
export function outcomeText(outcome: StoredAction['outcome']): string {
  return outcome === null ? '没有结束' : OUTCOME_LABELS[outcome]
}

/** Why the action was refused or failed. */
export function outcomeReason({ outcome, result }: StoredAction): string | null {
  const message = outcome === 'done' ? undefined : result?.['message']
  return typeof message === 'string' ? message : null
}
