import type * as contract from '#contract/console/audit.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import { commandGroups } from '../../operator/commands.ts'
import { findNamedOrder } from '../../operator/orders/find-order.ts'
import { findUser } from '../../operator/users/users-search.store.ts'
import type { ConsoleDeps } from '../deps.ts'
import { filterBy, pageOf } from '../page-of.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { type AuditFilter, searchActions } from './audit.store.ts'
import { CONSOLE_TITLES, titleOf, toAuditEntry } from './to-audit-entry.ts'

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
