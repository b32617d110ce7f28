import type * as contract from '#contract/console/audit.ts'
import { ROLE_LABELS } from '#contract/console/roles.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { commandGroups, findCommand } from '../../operator/commands.ts'
import { outcomeReason } from '../../operator/labels.ts'
import type { Parameters } from '../../operator/parameters.ts'
import { labelOf } from '../actions/console-words.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { type AuditRow, searchActions } from './audit.store.ts'

/** What the console itself writes down, besides commands. */
const CONSOLE_TITLES: Readonly<Record<string, string>> = {
  'console sign-in': '登录控制台',
  'console sign-out': '退出控制台',
  'console confirm': '确认身份',
  'console join': '加入控制台',
  'console security': '改变登录方式',
  'console request': '申请第二签字',
}
const GIVEN_LABELS: Readonly<Record<string, string>> = {
  method: '方式',
  what: '内容',
  role: '角色',
  invitedBy: '邀请者',
  command: '命令',
  outcome: '结果',
}
const ROLES = new Map<string, string>(Object.entries(ROLE_LABELS))
const METHODS: Readonly<Record<string, string>> = {
  passkey: '通行密钥',
  code: '密码与验证器',
  recovery: '恢复码',
}

export function auditHandlers({
  sql,
}: ConsoleDeps): ConsoleHandlers<typeof contract> {
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
      const shown = rows.slice(0, limit)
      return {
        entries: shown.map(toEntry),
        next: rows.length > limit ? shown.at(-1)!.id : null,
        commands: listTitles(),
      }
    },
  }
}

function filterBy(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text
}

type Entry = OutputOf<typeof contract.listAudit>['entries'][number]

function toEntry(row: AuditRow): Entry {
  const { given, startedAt, finishedAt, result, ...rest } = row
  const { command: found } = findCommand(row.command.split(' ')) ?? {}
  const parameters: Parameters = { ...found?.arguments, ...found?.options }
  return {
    ...rest,
    title: titleOf(row.command),
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    given: Object.entries(given)
      .filter(([name]) => name !== 'reason')
      .map(([name, value]) => {
        const parameter = parameters[name]
        const label = parameter ? labelOf(name, parameter) : (GIVEN_LABELS[name] ?? name)
        return { name: label, value: valueText(value) }
      }),
    failure: outcomeReason(row),
    result: result === null ? null : JSON.stringify(result, null, 2),
  }
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return METHODS[text] ?? ROLES.get(text) ?? text
}

function titleOf(name: string): string {
  const { command } = findCommand(name.split(' ')) ?? {}
  return CONSOLE_TITLES[name] ?? command?.console?.title ?? command?.summary ?? name
}

function listTitles(): { command: string; title: string }[] {
  const commands = commandGroups.flatMap((group) => group.commands.map(({ name }) => name))
  return [...Object.keys(CONSOLE_TITLES), ...commands].map((command) => ({
    command,
    title: titleOf(command),
  }))
}
