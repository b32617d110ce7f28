import {
  type Difference,
  diffProvider,
  type ProviderDiff,
} from '../../recharge/checks/diff-provider.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { defineCommand } from '../command.ts'
import { EXIT } from '../exit.ts'
import { wholeNumber } from '../parameters.ts'
import { timeText } from '../../lib/local-time.ts'
import { intentStatusLabel } from '../../gateways/payments/stripe-keys.ts'
import { joinSections } from '../report.ts'

export const DIFFERENCE_LABELS: Readonly<Record<Difference['kind'], string>> = {
  unpaid_here: '对方已收款，订单未支付',
  unpaid_there: '订单已支付，对方未收款',
  unknown_order: '对方有款，没有这笔订单',
  amount: '金额不同',
  refunded: '退款不同',
}

export const compareWithProviderCommand = defineCommand({
  name: 'diff',
  summary: '与支付平台对账：双方的付款与退款逐笔比较',
  notes: [
    '只比较，不改动；有差异时退出码为 3。服务每天也会自己比较一次。',
    '最近 10 分钟的付款可能还在途中，不比较；结果里写明还有哪几分钟没有比较。',
    '差异通常用 orders check 或 orders recover 处理。',
  ],
  arguments: {},
  options: {
    hours: wholeNumber('小时', '比较最近多少小时，默认 48', { min: 1, max: 24 * 90, absent: 48 }),
  },
  async run(operator, { hours }) {
    const { timeZone } = operator.content.site
    const diff = await diffProvider(await operator.deps(), { hours })
    const { from, to, intents, orders, differences } = diff
    const scope = `${timeText(from, timeZone)} 至 ${timeText(to, timeZone)}：对方 ${intents} 笔，订单 ${orders} 笔`
    const open = uncomparedText(diff, timeZone)
    if (differences.length === 0)
      return { data: diff, text: joinSections(`双方一致。${scope}`, open) }
    const lines = differences.map(
      (each) =>
        `${DIFFERENCE_LABELS[each.kind]}：订单 ${each.orderNo ?? each.orderId ?? '—'}，支付意图 ${each.intentId ?? '—'}，我方 ${ourSideText(each)}，对方 ${theirSideText(each)}`,
    )
    return {
      data: diff,
      text: joinSections(`有 ${differences.length} 处差异。${scope}`, lines.join('\n'), open),
      exitCode: EXIT.faults,
    }
  },
})

/** Names the latest minutes, which are not compared because their payments may be unfinished. */
function uncomparedText({ to, ordersTo, at }: ProviderDiff, timeZone: string): string {
  const minutes = (since: Date) => Math.round((at.getTime() - since.getTime()) / 60_000)
  return [
    '还没有比较，可能还在途中：',
    `  最近 ${minutes(to)} 分钟（${timeText(to, timeZone)} 之后）开始的付款`,
    `  最近 ${minutes(ordersTo)} 分钟（${timeText(ordersTo, timeZone)} 之后）下的、对方没有列出付款的订单`,
  ].join('\n')
}

/** What our books say: a state in Chinese, or an amount as it is. */
export function ourSideText({ here }: Pick<Difference, 'here'>): string {
  const labels: Readonly<Record<string, string>> = ORDER_STATE_LABELS
  return here === 'missing' ? '没有' : (labels[here] ?? here)
}

/** What the provider's books say. */
export function theirSideText({ there }: Pick<Difference, 'there'>): string {
  return there === 'missing' ? '没有' : (intentStatusLabel(there) ?? there)
}
