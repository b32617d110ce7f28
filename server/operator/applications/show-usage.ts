import { dayText } from '../../local-time.ts'
import { defineCommand } from '../command.ts'
import { optionalText, wholeNumber } from '../parameters.ts'
import { countText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'
import { listUsage } from './applications.store.ts'
import { requireApplication } from './find-application.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export const showUsageCommand = defineCommand({
  name: 'applications usage',
  summary: '查看应用每天扣了多少积分',
  notes: ['日期按站点的时区；退回的积分记在退回的那一天。'],
  arguments: {},
  options: {
    application: optionalText('应用', '只看这个应用：编号或 clientId'),
    days: wholeNumber('天数', '最近多少天，默认 30', { min: 1, max: 400, absent: 30 }),
  },
  async run({ sql, content, now }, { application: applicationRef, days }) {
    const application =
      applicationRef === null ? null : await requireApplication({ sql }, applicationRef)
    const first = new Date(now().getTime() - (days - 1) * DAY_MS)
    const rows = await listUsage(sql, {
      applicationId: application?.id ?? null,
      from: dayText(first, content.site.timeZone),
    })
    const text = formatTable(rows, [
      { title: '日期', of: ({ day }) => day },
      { title: '应用', of: (row) => row.application },
      { title: '用户', of: ({ users }) => countText(users), align: 'right' },
      { title: '次数', of: ({ charges }) => countText(charges), align: 'right' },
      { title: '扣除', of: ({ charged }) => countText(charged), align: 'right' },
      { title: '退回', of: ({ reversed }) => countText(reversed), align: 'right' },
    ])
    return { data: rows, text: rows.length === 0 ? '这段时间没有用量' : text }
  },
})
