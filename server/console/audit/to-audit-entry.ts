import type { AuditEntry } from '#contract/console/audit-entry.ts'
import { ROLE_LABELS } from '#contract/console/staff/roles.ts'
import { findCommand } from '../../operator/commands.ts'
import { outcomeReason } from '../../operator/labels.ts'
import type { Parameters } from '../../operator/parameters.ts'
import { labelOf } from '../actions/console-words.ts'
import type { AuditRow } from './audit.store.ts'

/** What is written down besides commands. */
export const CONSOLE_TITLES: Readonly<Record<string, string>> = {
  'console sign-in': '登录控制台',
  'console sign-out': '退出控制台',
  'console confirm': '确认身份',
  'console join': '加入控制台',
  'console security': '改变登录方式',
  'console request': '申请第二签字',
  'console export': '导出 CSV',
  'console invoice-file': '下载发票 PDF',
  // of earlier versions
  'users change-email-stop': '停止换绑或关闭两步验证',
  'email-recovery confirm': '换绑邮箱：确认新邮箱',
  'email-recovery stop': '换绑邮箱：停止',
  'email-recovery done': '换绑邮箱：生效',
  'email-recovery fail': '换绑邮箱：没有成功',
  'factor-recovery stop': '关闭两步验证：停止',
  'factor-recovery done': '关闭两步验证：生效',
  'console elsewhere': '登录在别的地址被使用',
  'console forbidden': '越权的操作',
  'console forged': '别的网页冒用登录',
}
const GIVEN_LABELS: Readonly<Record<string, string>> = {
  method: '方式',
  what: '内容',
  role: '角色',
  invitedBy: '邀请者',
  command: '命令',
  outcome: '结果',
  list: '列表',
  state: '状态',
  source: '来源',
  unusual: '争议/关闭后到账',
  disputed: '争议中',
  from: '从',
  to: '到',
  user: '用户',
  q: '查找',
  type: '类型',
  order: '订单',
  id: '编号',
  operator: '操作者',
  channel: '来自',
  subject: '对象',
  day: '日期',
  file: '文件',
  // of earlier versions
  kind: '种类',
  'remove-second-factor': '同时关闭两步验证',
}
const VALUE_LABELS: Readonly<Record<string, string>> = {
  passkey: '通行密钥',
  code: '密码与验证器',
  recovery: '恢复码',
  invoice: '发票',
  reversal: '红字发票',
  ...ROLE_LABELS,
}

/** A stored action as the contract has it, with Chinese titles and labels. */
export function toAuditEntry(row: AuditRow): AuditEntry {
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
        return {
          name: label,
          value: name === 'command' ? titleOf(String(value)) : valueText(value),
        }
      }),
    failure: outcomeReason(row),
    result: isEmpty(result) ? null : JSON.stringify(result, null, 2),
  }
}

function isEmpty(result: AuditRow['result']): boolean {
  return result === null || Object.keys(result).length === 0
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return VALUE_LABELS[text] ?? text
}

/** What the console calls a command. */
export function titleOf(name: string): string {
  const { command } = findCommand(name.split(' ')) ?? {}
  return CONSOLE_TITLES[name] ?? command?.console?.title ?? command?.summary ?? name
}
