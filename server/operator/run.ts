import { hostname, userInfo } from 'node:os'
import { loadConfig } from '../config/config.ts'
import type { Command, CommandResult } from './command.ts'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { findCommand, listCommandsWithPrefix } from './commands.ts'
import { EXIT, type ExitCode, Refusal, wrongUsage } from './exit.ts'
import { toOperatorFailure } from './failure.ts'
import { commandHelp, commandOverview, commandSummaries } from './help.ts'
import { readRunningShop, withRunningShop } from '../process/shop-addresses.ts'
import { openDatabase, requireCurrentSchema, requireShop } from './open.ts'
import { withoutSecrets } from './parameters.ts'
import { createOperatorContext, type OperatorContext, type Streams } from './operator.ts'
import { type Report, reportText } from './report.ts'
import { createInterface } from 'node:readline/promises'

type Variables = Record<string, string | undefined>

/** Runs the command of these words and prints its result; returns the exit code. */
export async function runOperator(
  words: readonly string[],
  readVariables: () => Variables,
  streams: Streams,
): Promise<ExitCode> {
  try {
    return await answer(words, readVariables, streams)
  } catch (error) {
    const { code, message, exitCode } = toOperatorFailure(error)
    const text = words.includes('--json')
      ? JSON.stringify({ error: { code, message } }, null, 2)
      : message
    streams.stderr.write(`${text}\n`)
    return exitCode
  }
}

async function answer(
  words: readonly string[],
  readVariables: () => Variables,
  streams: Streams,
): Promise<ExitCode> {
  const help = helpFor(words)
  if (help !== null) {
    streams.stdout.write(`${help}\n`)
    return EXIT.done
  }
  const found = findCommand(words)
  if (!found) throw unknownCommand(words)
  const { command, rest } = found
  const line = addHelpHint(command, () => readCommandLine(command, rest))
  const work = addHelpHint(command, () => command.prepare(line.given))
  await using cleanup = new AsyncDisposableStack()
  const operator = await open(command, line, { variables: readVariables(), streams, cleanup })
  const {
    data,
    text,
    exitCode = EXIT.done,
  }: CommandResult = await work(operator).catch((error: unknown) => {
    throw addSandboxHint(operator, error)
  })
  streams.stdout.write(`${line.isJson ? JSON.stringify(data, null, 2) : text}\n`)
  return exitCode
}

async function open(
  command: Command,
  { given, isConfirmed }: CommandLine,
  {
    variables,
    streams,
    cleanup,
  }: { variables: Variables; streams: Streams; cleanup: AsyncDisposableStack },
): Promise<OperatorContext> {
  if (command.database === undefined || command.database === 'any') requireShop(variables)
  const config = loadConfig(withRunningShop(variables))
  const { json: _json, yes: _yes, ...rest } = given
  const call = {
    command: command.name,
    given: withoutSecrets({ ...command.arguments, ...command.options }, rest),
    actor: {
      channel: 'terminal' as const,
      operator: operatorName(variables),
      operatorId: null,
      sessionId: null,
      address: null,
    },
    async confirm(preview: Report) {
      if (!isConfirmed) await askConfirmation(streams, preview)
      return null
    },
  }
  const databaseUrl = command.database === 'none' ? '' : await openDatabase(config, cleanup)
  const operator = createOperatorContext(
    config,
    { databaseUrl, call, folder: folderOf(variables), stderr: streams.stderr },
    cleanup,
  )
  await requireCurrentSchema(operator, command)
  return operator
}

function helpFor(words: readonly string[]): string | null {
  const asks = (word: string | undefined) => word === 'help' || word === '--help' || word === '-h'
  const [first, ...rest] = words
  if (first === undefined) return commandOverview()
  if (asks(first)) return rest.length === 0 ? commandOverview() : helpFor([...rest, '--help'])
  if (!words.some((word) => word === '--help' || word === '-h')) return null
  const found = findCommand(words)
  if (found) return commandHelp(found.command)
  const under = listCommandsWithPrefix(first)
  return under.length > 0 ? commandSummaries(under) : null
}

function unknownCommand([first = '', ...rest]: readonly string[]): Error {
  const under = listCommandsWithPrefix(first)
  return under.length > 0
    ? wrongUsage(`${first} 有这些命令，列表与详情在控制台里看：\n${commandSummaries(under)}`)
    : wrongUsage(
        `没有这个命令：${[first, ...rest].join(' ')}；列表与详情在控制台里看\n全部命令：npm run operator -- --help`,
      )
}

/** Adds to a failure of the sandbox that it runs only while the shop runs, and where that is. */
function addSandboxHint({ config }: OperatorContext, error: unknown): unknown {
  const { code, message, exitCode } = toOperatorFailure(error)
  const isAway = code === 'PROVIDER' && exitCode === EXIT.unavailable
  if (!isAway || config.payments.sandboxPort === null) return error
  const port = readRunningShop(config.dataDir)?.settings.PORT
  const advice =
    port === undefined || port === String(config.port)
      ? '请先启动商店'
      : `商店正在端口 ${port} 运行，这里写的是 PORT=${config.port}，请改成一样的`
  return new Refusal(`${message}\n支付沙箱随商店一起运行：${advice}`, { code, exitCode })
}

/** Adds the command's help to an error of usage. */
function addHelpHint<T>(command: Command, work: () => T): T {
  try {
    return work()
  } catch (error) {
    const { code, message } = toOperatorFailure(error)
    if (code !== 'USAGE') throw error
    throw wrongUsage(`${message}\n说明：npm run operator -- ${command.name} --help`)
  }
}

/** The person behind sudo; a container may run under a number without a name. */
function operatorName(variables: Variables): string {
  const name = () => {
    try {
      return userInfo().username
    } catch {
      return String(process.getuid?.() ?? 'unknown')
    }
  }
  return `${variables['SUDO_USER'] ?? name()}@${hostname()}`
}

/** npm runs scripts in the package's folder and passes the caller's folder in INIT_CWD. */
function folderOf(variables: Variables): string {
  const isScript = variables['npm_lifecycle_event'] === 'operator'
  return (isScript ? variables['INIT_CWD'] : undefined) ?? process.cwd()
}

const YES = /^(y|yes|是|确认)$/i

/** At a terminal: shows what will happen and asks. Throws when the answer is no. */
async function askConfirmation(
  { stdin, stderr }: Pick<Streams, 'stdin' | 'stderr'>,
  preview: Report,
): Promise<void> {
  if (stdin.isTTY !== true) return
  // on standard error: standard output may go to a file
  const dialog = createInterface({ input: stdin, output: stderr })
  try {
    stderr.write(`${reportText(preview)}\n\n`)
    const reply = await Promise.race([dialog.question('确认执行？输入 yes 继续：'), closed(dialog)])
    if (!YES.test(reply.trim())) throw unconfirmed()
  } finally {
    dialog.close()
  }
}

/** Ctrl-D and Ctrl-C are a no. */
function closed(dialog: ReturnType<typeof createInterface>): Promise<never> {
  return new Promise((_, reject) => {
    dialog.once('close', () => reject(unconfirmed()))
    dialog.once('SIGINT', () => dialog.close())
  })
}

function unconfirmed(): Refusal {
  return new Refusal('没有确认，什么都没有改动', {
    code: 'UNCONFIRMED',
    exitCode: EXIT.unconfirmed,
  })
}
