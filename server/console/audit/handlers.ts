import type * as contract from '#contract/console/audit.ts'
import { commandGroups } from '../../operator/commands.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { searchActions } from './audit.store.ts'
import { CONSOLE_TITLES, titleOf, toAuditEntry } from './to-audit-entry.ts'

export function auditHandlers({ sql }: ConsoleDeps): ConsoleHandlers<typeof contract> {
  return {
    async listAudit({ input }) {
      const { limit, before, operator, command, subject, channel, outcome } = input
      const rows = await searchActions(sql, {
        before: before ?? null,
        operator: filterBy(operator),
        command: filterBy(command),
        subject: filterBy(subject),
        channel: channel ?? null,
        outcome: outcome ?? null,
        // one more tells whether there is a next page
        limit: limit + 1,
      })
      const { shown, next } = pageOf(rows, limit, ({ id }) => id)
      return {
        entries: shown.map(toAuditEntry),
        next,
        commands: listTitles(),
      }
    },
  }
}

function listTitles(): { command: string; title: string }[] {
  const commands = commandGroups.flatMap((group) => group.commands.map(({ name }) => name))
  return [...Object.keys(CONSOLE_TITLES), ...commands].map((command) => ({
    command,
    title: titleOf(command),
  }))
}
