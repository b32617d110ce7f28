import type * as contract from '#contract/console/audit.ts'
import { listAudit } from '#contract/console/audit.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import { commandGroups } from '../../operator/commands.ts'
import { findNamedOrder } from '../../operator/orders/find-order.ts'
import { findUser } from '../../operator/users/users-search.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { type AuditFilter, type AuditRow, countActions, searchActions } from './audit.store.ts'
import { CONSOLE_TITLES, titleOf, toAuditEntry } from './to-audit-entry.ts'
import { timeText } from '../../lib/local-time.ts'
import { outcomeText } from '../../operator/labels.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'

export function auditHandlers({ sql }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listAudit({ input }) {
      const { limit, before = null } = input
      const filter = await toAuditFilter(sql, input)
      const rows = await searchActions(sql, filter, { before, limit: limit + 1 })
      const { shown, next } = pageOf(rows, limit, ({ id }) => id)
      return {
        entries: shown.map(toAuditEntry),
        next,
        commands: listTitles(),
      }
    },
  }
}

export async function toAuditFilter(
  sql: Query,
  {
    operator,
    command,
    subject,
    channel,
    outcome,
  }: Omit<InputOf<typeof contract.listAudit>, 'before' | 'limit'>,
): Promise<AuditFilter> {
  const named = filterBy(subject)
  return {
    operator: filterBy(operator),
    command: filterBy(command),
    subject: named && (await findSubject(sql, named)),
    channel: channel ?? null,
    outcome: outcome ?? null,
  }
}

/** The log keeps ids: of the order or the user that is named otherwise. */
async function findSubject(sql: Query, named: string): Promise<string> {
  const order = await findNamedOrder(sql, named)
  const user = order === null ? await findUser(sql, named.toLowerCase()) : null
  return order?.id ?? user?.id ?? named
}

function listTitles(): { command: string; title: string }[] {
  const commands = commandGroups.flatMap((group) => group.commands.map(({ name }) => name))
  return [...Object.keys(CONSOLE_TITLES), ...commands].map((command) => ({
    command,
    title: titleOf(command),
  }))
}

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
