import { moneyText } from '../../money-text.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { DISPUTE_LABELS } from '../../recharge/orders/order-labels.ts'
import { ORDER_STATES } from '#contract/shapes.ts'
import { firstIdAt } from '../../db/ids.ts'
import { defineCommand } from '../command.ts'
import { moment } from '../moments.ts'
import { oneOfWords, optionalText, wholeNumber } from '../parameters.ts'
import { timeText } from '../terminal/format.ts'
import { joinSections, formatTable } from '../terminal/table.ts'
import { CLOSED_ACCOUNT_LABEL, requireUser } from '../users/find-user.ts'
import { type ListedOrder, searchOrders } from './orders-search.store.ts'

export const listOrdersCommand = defineCommand({
  name: 'orders list',
  summary: '列出订单，新的在前',
  arguments: {},
  options: {
    state: oneOfWords(ORDER_STATES, '只看这种状态；exception 是金额不符、等待核实的订单'),
    user: optionalText('用户', '只看这个用户的，邮箱或 ID'),
    since: moment('时间', '只看此后下的单，例如 24h、7d、2026-08-01', 'before'),
    limit: wholeNumber('条数', '最多列出多少条，默认 20', { min: 1, max: 1000, absent: 20 }),
  },
  async run(operator, { state, user, since, limit }) {
    const { sql, content, now } = operator
    const { timeZone } = content.site
    const owner = user === null ? null : await requireUser(operator, user)
    const from = since?.({ now: now(), timeZone }) ?? new Date(0)
    const orders = await searchOrders(sql, {
      state,
      userId: owner?.id ?? null,
      fromId: firstIdAt(from),
      limit,
    })
    const text = formatTable(orders, [
      { title: '订单号', of: ({ orderNo }) => orderNo },
      { title: '状态', of: stateText },
      { title: '用户', of: ({ email }) => email ?? CLOSED_ACCOUNT_LABEL },
      { title: '套餐', of: ({ planName, num }) => `${planName} × ${num}` },
      { title: '金额', of: (order) => moneyText(order.amount, order.currency), align: 'right' },
      {
        title: '已退',
        of: ({ refundedAmount, currency }) =>
          refundedAmount === 0 ? '' : moneyText(refundedAmount, currency),
        align: 'right',
      },
      { title: '下单', of: ({ createdAt }) => timeText(createdAt, timeZone) },
      { title: '付款', of: ({ paidAt }) => timeText(paidAt, timeZone) },
    ])
    const more = orders.length === limit ? `只列出最近 ${limit} 条，更多请加 --limit` : null
    return {
      data: orders,
      text: orders.length === 0 ? '没有符合条件的订单' : joinSections(text, more),
    }
  },
})

function stateText({ state, dispute, isLate }: ListedOrder): string {
  const remarks = [isLate ? '关闭后到账' : null, dispute && DISPUTE_LABELS[dispute]].filter(Boolean)
  return ORDER_STATE_LABELS[state] + (remarks.length > 0 ? `（${remarks.join('，')}）` : '')
}
