import { listAudit } from '#contract/console/audit.ts'
import { timeText } from '../../lib/local-time.ts'
import { outcomeText } from '../../operator/labels.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'
import { type AuditRow, countActions, searchActions } from './audit.store.ts'
import { toAuditFilter } from './handlers.ts'
import { toAuditEntry } from './to-audit-entry.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const CHANNELS = { console: '控制台', terminal: '命令行', site: '网站' } as const

export const auditFile = exportedList({
  title: '操作记录',
  input: () => filterFields(listAudit.input),
  personal: ['subject'],
  toFilter: toAuditFilter,
  // what names nobody stays as it was typed, perhaps the address of a closed account
  subject: ({ subject }) => (subject !== null && ID.test(subject) ? subject : null),
  count: countActions,
  page: (tx, filter, { after, limit }: PagePart<AuditRow>) =>
    searchActions(tx, filter, { before: after?.id ?? null, limit }),
  columns: [
    { title: '编号', of: ({ id }) => id },
    { title: '开始', of: ({ startedAt }, { timeZone }) => timeText(startedAt, timeZone) },
    {
      title: '结束',
      of: ({ finishedAt }, { timeZone }) => finishedAt && timeText(finishedAt, timeZone),
    },
    { title: '操作者', of: ({ operator }) => operator },
    { title: '来自', of: ({ channel }) => CHANNELS[channel] },
    { title: '网络地址', of: ({ address }) => address },
    { title: '命令', of: ({ command }) => command },
    { title: '操作', of: (row) => toAuditEntry(row).title },
    {
      title: '内容',
      of: (row) =>
        toAuditEntry(row)
          .given.map(({ name, value }) => `${name}：${value}`)
          .join('；'),
    },
    { title: '对象', of: ({ subject }) => subject },
    { title: '原因', of: ({ reason }) => reason },
    { title: '结果', of: ({ outcome }) => outcomeText(outcome) },
    { title: '说明', of: (row) => toAuditEntry(row).failure },
    { title: '签字', of: ({ signedBy }) => signedBy },
  ],
})
