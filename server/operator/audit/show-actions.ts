import { defineCommand } from '../command.ts'
import { optionalText, wholeNumber } from '../parameters.ts'
import { timeText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'
import { outcomeReason, outcomeText } from '../labels.ts'
import { listActions, type StoredAction } from './actions.store.ts'

export const showActionsCommand = defineCommand({
  name: 'audit',
  summary: '显示操作记录：谁在何时用命令行做了什么，结果如何',
  notes: ['记录只能增加，数据库拒绝修改与删除。'],
  arguments: {},
  options: {
    subject: optionalText('对象', '只看关于它的：订单 ID、用户 ID、套餐编号、邮件编号'),
    limit: wholeNumber('条数', '最多列出多少条，默认 20', { min: 1, max: 1000, absent: 20 }),
  },
  async run({ sql, content }, { subject, limit }) {
    const actions = await listActions(sql, { subject, limit })
    const text = formatTable(actions, [
      { title: '时间', of: ({ startedAt }) => timeText(startedAt, content.site.timeZone) },
      { title: '操作者', of: ({ operator }) => operator },
      { title: '命令', of: commandText },
      { title: '对象', of: (action) => action.subject ?? '' },
      { title: '原因', of: ({ reason }) => reason ?? '' },
      { title: '结果', of: resultText },
    ])
    return { data: actions, text: actions.length === 0 ? '还没有操作记录' : text }
  },
})

function commandText({ command: name, given }: StoredAction): string {
  const words = Object.entries(given)
    .filter(([key]) => key !== 'reason')
    .map(([key, value]) => (value === '' ? `--${key}` : `${key}=${String(value)}`))
  return [name, ...words].join(' ')
}

function resultText(action: StoredAction): string {
  const reason = outcomeReason(action)
  return outcomeText(action.outcome) + (reason === null ? '' : `：${reason}`)
}
