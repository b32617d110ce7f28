import { styleText } from 'node:util'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'

/** How long a line waits for others at most; from about so many bytes on they are written at once. */
const FLUSH_MS = 100
const WRITE_BYTES = 15 * 1024

/**
 * JSON lines for machines in production, short lines for a person elsewhere. Nothing is redacted: a line holds
 * only what its call site names, and `http/access-log.ts` logs the route, never the address with its tokens.
 */
export function createLogger(
  { isProduction, logLevel }: Pick<Config, 'isProduction' | 'logLevel'>,
  stderr: Output = process.stderr,
): Logger {
  const serializers = { err: withoutRow }
  const options = {
    level: logLevel,
    base: null,
    timestamp: isoTime,
    serializers,
  }
  if (!isProduction) return pino(options, humanStream(stderr))
  return pino(options, joiningOutput())
}

let timeAt = 0
let timeText = ''

/** The time as pino's own function writes it; lines of one millisecond share the text. */
function isoTime(): string {
  const now = Date.now()
  if (now !== timeAt) {
    timeAt = now
    timeText = `,"time":"${new Date(now).toISOString()}"`
  }
  return timeText
}

/**
 * Standard output. A write for every line would be a third of a page view's work; pino's own buffer measures all that
 * waits again at each line, which doubles the work of a line. An end of the process writes what waits.
 */
function joiningOutput(): DestinationStream & { flushSync(): void } {
  const output = pino.destination({
    ...{ sync: false, periodicFlush: FLUSH_MS },
    // more than waits here: handed over at the end, it is written at once and not in a thread
    minLength: 2 * WRITE_BYTES,
    maxWrite: 4 * WRITE_BYTES,
  })
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const pass = () => {
    clearTimeout(timer)
    timer = undefined
    const lines = waiting
    waiting = ''
    if (lines !== '') output.write(lines)
  }
  const flushSync = () => {
    pass()
    output.flushSync()
  }
  // before pino ends its output
  process.prependListener('exit', flushSync)
  return {
    flushSync,
    write(line) {
      waiting += line
      if (waiting.length >= WRITE_BYTES) pass()
      else timer ??= setTimeout(pass, FLUSH_MS).unref()
    },
  }
}

/** An error of the database without its `detail`, which quotes the row: an address, the hash of a password. */
function withoutRow(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return withoutDetail(pino.stdSerializers.err(error))
}

/** The same for the errors within it: of a batch, and those that it names. */
function withoutDetail(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDetail)
  if (typeof value !== 'object' || value === null || !('stack' in value)) return value
  const entries = Object.entries(value).filter(([name]) => name !== 'detail')
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutDetail(each)]))
}

const NAMES: [least: number, name: string, colour: 'red' | 'yellow' | 'gray'][] = [
  [50, '错误', 'red'],
  [40, '注意', 'yellow'],
  [0, '信息', 'gray'],
]

interface Line {
  level?: number
  time?: string
  msg?: string
  reqId?: string
  err?: { message?: string; stack?: string }
  [field: string]: unknown
}

type Output = Pick<NodeJS.WritableStream, 'write'>

function humanStream(output: Output): DestinationStream {
  return { write: (json) => void output.write(humanLine(json)) }
}

/** One log line for a terminal: time, level, message, the rest of the fields, an error with its stack. */
export function humanLine(json: string): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pino's own line
  const { level = 30, time, msg = '', reqId, err, ...fields } = JSON.parse(json) as Line
  const [, name, colour] = NAMES.find(([least]) => level >= least) ?? NAMES[2]!
  const clock = new Date(time ?? Date.now()).toTimeString().slice(0, 8)
  const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
  const request = reqId === undefined ? '' : ` requestId=${reqId}`
  const head = `${styleText('gray', clock)} ${styleText(colour, name)} ${msg}${rest.join('')}${request}\n`
  return err ? `${head}${styleText('gray', err.stack ?? err.message ?? '')}\n` : head
}
