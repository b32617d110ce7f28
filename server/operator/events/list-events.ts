import { pagesOf, type ProviderEvent, type Payments } from '../../gateways/payments/payments.ts'
import type { Deps } from '../../deps.ts'
import { isOurs } from '../../gateways/payments/ownership.ts'
import { isHandled } from '../../recharge/payments/webhook.ts'
import { defineCommand } from '../command.ts'
import { moment } from '../moments.ts'
import { flag, wholeNumber } from '../parameters.ts'
import { timeText } from '../terminal/format.ts'
import { joinSections, formatTable } from '../terminal/table.ts'
import { readAppliedTimes, readOrderNumbers } from './events.store.ts'

export const listEventsCommand = defineCommand({
  name: 'events list',
  summary: '列出支付平台发出的事件，以及是否已经处理',
  notes: [
    '列表来自支付平台，它保留 30 天。等待处理的事件多半是通知没有送达，可用 events replay 补处理；“无需处理”的与本店的订单无关。',
  ],
  arguments: {},
  options: {
    open: flag('只看等待处理的'),
    since: moment('时间', '只看此后发出的，例如 24h、7d、2026-08-01', 'before'),
    limit: wholeNumber('条数', '最多查看多少条，默认 50', { min: 1, max: 1000, absent: 50 }),
  },
  async run(operator, { open, since, limit }) {
    const { sql, content, now } = operator
    const { timeZone } = content.site
    const deps = await operator.deps()
    const from = since?.({ now: now(), timeZone }) ?? null
    const events = await listNewestEvents(deps.payments, { from, limit })
    const [applied, numbers] = await Promise.all([
      readAppliedTimes(
        sql,
        events.map(({ id }) => id),
      ),
      readOrderNumbers(
        sql,
        events.flatMap(({ payment }) => (payment ? [payment.intentId] : [])),
      ),
    ])
    const rows = events
      .map((event) => {
        const { id, type, createdAt, payment } = event
        const orderNo = (payment && numbers.get(payment.intentId)) ?? null
        const isOwn = orderNo !== null || mayBeOurs(deps, event)
        return {
          id,
          type,
          createdAt,
          intentId: payment?.intentId ?? null,
          orderNo,
          appliedAt: applied.get(id) ?? null,
          isWaiting: !applied.has(id) && isHandled(event) && isOwn,
        }
      })
      .filter(({ isWaiting }) => !open || isWaiting)
    const text = formatTable(rows, [
      { title: '编号', of: ({ id }) => id },
      { title: '类型', of: ({ type }) => type },
      { title: '订单号', of: ({ orderNo }) => orderNo ?? '—' },
      { title: '发出', of: ({ createdAt }) => timeText(createdAt, timeZone) },
      {
        title: '处理',
        of: ({ appliedAt: at, isWaiting }) => {
          if (at !== null) return timeText(at, timeZone)
          return isWaiting ? '等待处理' : '无需处理'
        },
      },
    ])
    const more = events.length === limit ? `只查看了最近 ${limit} 条，更多请加 --limit` : null
    return { data: rows, text: rows.length === 0 ? '没有符合条件的事件' : joinSections(text, more) }
  },
})

/** Only intents carry the shop's id: a charge, a refund or a dispute may always be ours. */
function mayBeOurs(deps: Deps, { payment }: ProviderEvent): boolean {
  return payment !== null && (payment.metadata === null || isOurs(deps, payment.metadata))
}

async function listNewestEvents(
  payments: Payments,
  { from, limit }: { from: Date | null; limit: number },
): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = []
  const pages = pagesOf((page) => payments.listEvents(page), from ? { createdFrom: from } : {})
  for await (const page of pages) {
    events.push(...page)
    if (events.length >= limit) break
  }
  return events.slice(0, limit)
}
