import { parseArgs } from 'node:util'
import type { Command, CommandWords } from './command.ts'
import { wrongUsage } from './exit.ts'
import { flag, terminalOptions } from './parameters.ts'

/** Options of every command. */
export const COMMON_OPTIONS = {
  json: flag('以 JSON 输出结果，供程序读取；出错时错误也是 JSON，写在标准错误'),
  yes: flag('不再询问，直接执行'),
  help: flag('显示命令的说明'),
} as const

export interface CommandLine {
  given: CommandWords
  isJson: boolean
  isConfirmed: boolean
  wantsHelp: boolean
}

/** Sorts the words after the command's name into arguments and options. Throws wrongUsage for unknown ones. */
export function readCommandLine(command: Command, words: readonly string[]): CommandLine {
  const parameters = { ...terminalOptions(command.options), ...COMMON_OPTIONS }
  const options = Object.fromEntries(
    Object.entries(parameters).map(([name, { value }]) => [
      name,
      { type: value === null ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const { values, positionals } = parse(words, options)
  const given: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(values)) {
    given[name] = value === true ? '' : String(value)
  }
  const places = Object.keys(command.arguments)
  if (positionals.length > places.length) {
    throw wrongUsage(`多出的内容：${positionals.slice(places.length).join(' ')}`)
  }
  for (const [at, text] of positionals.entries()) given[places[at]!] = text
  return {
    given,
    isJson: given['json'] !== undefined,
    isConfirmed: given['yes'] !== undefined,
    wantsHelp: given['help'] !== undefined,
  }
}

function parse(words: readonly string[], options: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw wrongUsage(sentenceOf(error))
  }
}

/** Node's message, in Chinese for operators. */
function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const option = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1] ?? ''
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `不认识的选项 ${option}`
  if (code !== 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') return message
  if (message.includes('does not take')) return `选项 ${option} 后面不带值`
  return `选项 ${option} 需要一个值；以 - 开头的值写成 ${option}=值`
}
