import type { Actor } from '../recharge/orders/order.ts'
import type { Outcome, StoredAction } from './audit/actions.store.ts'

/** What the operator reads for what the program stores. */

export const ACTORS = {
  user: '用户',
  provider: '支付平台',
  system: '系统',
  operator: '运营',
} as const satisfies Record<Actor, string>

export const INTENTS: Readonly<Record<string, string>> = {
  requires_payment_method: '等待付款方式',
  requires_confirmation: '等待确认',
  requires_action: '等待买家验证',
  requires_capture: '等待扣款',
  processing: '处理中',
  succeeded: '已收款',
  canceled: '已取消',
}

const OUTCOMES = {
  done: '完成',
  refused: '被拒绝',
  failed: '失败',
} as const satisfies Record<Outcome, string>

/** How an action ended; null is one that runs still, or whose program died. */
export function outcomeText(outcome: StoredAction['outcome']): string {
  return outcome === null ? '没有结束' : OUTCOMES[outcome]
}

/** Why it did not come about. */
export function outcomeReason({ outcome, result }: StoredAction): string | null {
  const message = outcome === 'done' ? undefined : result?.['message']
  return typeof message === 'string' ? message : null
}
