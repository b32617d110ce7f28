import type { Actor } from '../actor.ts'
import type { Outcome, StoredAction } from './audit/actions.store.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import type { OrderState } from '#contract/shapes.ts'
import type { Intent } from '../gateways/payments/payments.ts'
import { intentStatusLabel } from '../gateways/payments/stripe-keys.ts'
import { moneyText } from '../lib/money-text.ts'
import { differencesText } from '../recharge/orders/order-labels.ts'

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

/** Status and received money of an intent. */
export function intentText({ status, amountReceived, currency }: Intent): string {
  return `${intentStatusLabel(status) ?? status}，实收 ${moneyText(amountReceived, currency)}`
}

/** Why a check of an order in this state books no credit. */
export function whyNothingBooked(
  state: OrderState,
  { outcome }: Intent,
  differences: readonly string[],
): string {
  if (state === 'exception') {
    const what = differencesText(differences)
    return what === '' ? '订单待核实' : `款项与订单不符（${what}），订单待核实`
  }
  if (outcome !== 'paid') return '支付平台还没有收到钱'
  return state === 'refunded' ? '这笔款项已经退回' : '这笔款项已经入账'
}

export function stateChangeText(from: OrderState, to: OrderState): string {
  return `${ORDER_STATE_LABELS[from]} → ${ORDER_STATE_LABELS[to]}`
}
