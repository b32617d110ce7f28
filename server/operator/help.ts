import type { Command } from './command.ts'
import { COMMON_OPTIONS } from './command-line.ts'
import { commandGroups } from './commands.ts'
import { EXIT } from './exit.ts'
import { type Parameters, terminalOptions } from './parameters.ts'

const PROGRAM = 'npm run operator --'

const EXIT_WORDS: readonly [number, string][] = [
  [EXIT.done, '完成'],
  [EXIT.refused, '被拒绝或失败，原因写在标准错误'],
  [EXIT.usage, '命令或配置有误，没有执行'],
  [EXIT.faults, '检查已完成，发现了问题'],
  [EXIT.unavailable, '数据库或支付平台暂时没有答复，可稍后重试'],
  [EXIT.unconfirmed, '操作者没有确认'],
]

/** All commands, a line each. */
export function commandOverview(): string {
  return [
    '商店的运营命令行：服务运行时或停止后都可以使用，读取与服务相同的配置。',
    `用法：${PROGRAM} <命令> [选项]\n每个命令的说明：${PROGRAM} <命令> --help`,
    ...commandGroups.map(({ title, commands }) => `${title}\n${commandSummaries(commands)}`),
    `每个命令都可以加\n${lines(optionRows(COMMON_OPTIONS))}`,
    '会改动数据的命令在终端里先说明要做什么，请操作者确认，并写入操作记录。列表与详情在控制台里看；供程序读取的 JSON 有 orders show、users show、books day 和 alerts。',
    `退出码\n${lines(EXIT_WORDS.map(([code, words]) => [String(code), words]))}`,
  ].join('\n\n')
}

/** One line a command. */
export function commandSummaries(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return lines(commands.map(({ name, summary }) => [name.padEnd(width), summary]))
}

/** Everything about one command. */
export function commandHelp(command: Command): string {
  const { name, alias, summary, notes = [] } = command
  const rows = [...argumentRows(command.arguments), ...optionRows(terminalOptions(command.options))]
  return [
    `${name}：${summary}`,
    `用法：${usageOf(command)}${alias === undefined ? '' : `\n也可以写作：${PROGRAM} ${alias} …`}`,
    ...(rows.length === 0 ? [] : [lines(rows)]),
    ...notes,
  ].join('\n\n')
}

function usageOf({ name, arguments: places, options }: Command): string {
  const words = Object.values(places).map(({ value, isRequired }) =>
    isRequired ? `<${value}>` : `[${value}]`,
  )
  const flags = Object.entries(terminalOptions(options))
    .toSorted(([, a], [, b]) => Number(b.isRequired) - Number(a.isRequired))
    .map(([option, { isRequired, value }]) => {
      const text = value === null ? `--${option}` : `--${option} <${value}>`
      return isRequired ? text : `[${text}]`
    })
  return [PROGRAM, name, ...words, ...flags].join(' ')
}

function argumentRows(places: Parameters): [string, string][] {
  return Object.values(places).map(({ value, help }) => [`<${value}>`, help])
}

function optionRows(options: Parameters): [string, string][] {
  return Object.entries(options).map(([name, { value, help, isRequired, optionalWhen }]) => [
    value === null ? `--${name}` : `--${name} <${value}>`,
    [help, isRequired && '（必填）', optionalWhen && `（${optionalWhen}可不写）`]
      .filter(Boolean)
      .join(''),
  ])
}

function lines(rows: readonly (readonly [string, string])[]): string {
  return rows.map(([left, right]) => `  ${left}  ${right}`).join('\n')
}
