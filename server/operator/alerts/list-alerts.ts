import { alertTitle } from '../../alerts/raise-alert.ts'
import { defineCommand } from '../command.ts'
import { moment } from '../moments.ts'
import { wholeNumber } from '../parameters.ts'
import { timeText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'
import { type FoundAlert, searchAlerts } from './alerts-search.store.ts'

export const listAlertsCommand = defineCommand({
  name: 'alerts',
  summary: '列出需要人处理的事：金额不符的订单、对不上的款项、账目不平、连续失败的定时任务',
  notes: ['设置了 OPERATOR_EMAIL 时，每件事第一次发生时也会发邮件。'],
  arguments: {},
  options: {
    since: moment('时间', '只看此后发生的，例如 24h、2026-08-01；默认 30d', 'before'),
    limit: wholeNumber('条数', '最多列出多少条，默认 20', { min: 1, max: 1000, absent: 20 }),
  },
  async run({ sql, content, now }, { since, limit }) {
    const { timeZone } = content.site
    const from = since?.({ now: now(), timeZone }) ?? new Date(now().getTime() - MONTH_MS)
    const calls = await searchAlerts(sql, { since: from, limit })
    const text = formatTable(calls, [
      { title: '最近', of: ({ lastAt }) => timeText(lastAt, timeZone) },
      { title: '事项', of: ({ kind }) => alertTitle(kind) },
      { title: '次数', of: ({ times }) => String(times), align: 'right' },
      { title: '对象', of: alertSubject },
      { title: '原因', of: alertReason },
    ])
    return { data: calls, text: calls.length === 0 ? '没有需要处理的事' : text }
  },
})

const MONTH_MS = 30 * 24 * 60 * 60 * 1000

/** '' for none. */
export function alertReason({ facts }: FoundAlert): string {
  const { reason } = facts
  return typeof reason === 'string' ? reason : ''
}

/** An order by the number that other commands take, a timed job by its name. */
export function alertSubject({ subject, facts: { orderNo, job } }: FoundAlert): string {
  if (typeof orderNo === 'string') return orderNo
  return typeof job === 'string' ? job : subject
}
