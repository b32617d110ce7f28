import type * as contract from '#contract/console/audit.ts'
import type { InputOf } from '#contract/endpoint.ts'
import { commandGroups } from '../../operator/commands.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { type AuditFilter, searchActions } from './audit.store.ts'
import { CONSOLE_TITLES, titleOf, toAuditEntry } from './to-audit-entry.ts'

export function auditHandlers({ sql }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listAudit({ input }) {
      const { limit, before = null } = input
      const rows = await searchActions(sql, toAuditFilter(input), { before, limit: limit + 1 })
      const { shown, next } = pageOf(rows, limit, ({ id }) => id)
      return {
        entries: shown.map(toAuditEntry),
        next,
        commands: listTitles(),
      }
    },
  }
}

export function toAuditFilter({
  operator,
  command,
  subject,
  channel,
  outcome,
}: Omit<InputOf<typeof contract.listAudit>, 'before' | 'limit'>): AuditFilter {
  return {
    operator: filterBy(operator),
    command: filterBy(command),
    subject: filterBy(subject),
    channel: channel ?? null,
    outcome: outcome ?? null,
  }
}

function listTitles(): { command: string; title: string }[] {
  const commands = commandGroups.flatMap((group) => group.commands.map(({ name }) => name))
  return [...Object.keys(CONSOLE_TITLES), ...commands].map((command) => ({
    command,
    title: titleOf(command),
  }))
}
