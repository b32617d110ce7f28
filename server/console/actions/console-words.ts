import type { Command } from '../../operator/command.ts'
import { commandGroups } from '../../operator/commands.ts'
import type { Parameter } from '../../operator/parameters.ts'

/** What the console calls a parameter. */
export function labelOf(name: string, { label, value, help }: Parameter<unknown>): string {
  return label ?? value ?? (help === '' ? name : help)
}

/** A sentence of the command line in the console's words: `--amount` as its field, `orders recover` as its title, `events list` as its page. */
export function toConsoleWords(command: Command, sentence: string): string {
  const parameters = { ...command.arguments, ...command.options }
  const withFields = sentence.replaceAll(/ ?--([\w-]+) ?/g, (option, name: string) => {
    const parameter = parameters[name]
    return parameter ? `“${labelOf(name, parameter)}”` : option
  })
  return offered.reduce((text, { pattern, title }) => text.replaceAll(pattern, title), withFields)
}

/** Commands that only show something, as the pages of the console that show it. */
const PAGES: Readonly<Record<string, string>> = {
  alerts: '运营提醒',
  'announcements list': '公告',
  'applications list': '应用',
  'applications webhooks': '应用',
  'events list': '支付事件',
  'invoices list': '发票',
  'mail list': '邮件',
  'operators list': '同事',
  'orders list': '订单',
  'plans list': '套餐',
  'pushes list': '设置 → 通知',
  'users find': '用户',
  'users ledger': '用户',
}

const offered = commandGroups.flatMap(({ commands }) =>
  commands.flatMap(({ name, console: offer }) => {
    const title = offer?.title ?? PAGES[name]
    return title === undefined
      ? []
      : [{ pattern: new RegExp(` ?${name} ?`, 'g'), title: `“${title}”` }]
  }),
)
