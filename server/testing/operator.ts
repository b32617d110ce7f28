import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { OPERATOR_PROGRAM, type OperatorResult } from '#harness/run-operator.ts'
import type { Config } from '../config/config.ts'
import type { StoredAction } from '../operator/audit/actions.store.ts'
import { runOperator } from '../operator/run.ts'
import type { TestDatabase } from './database/test-database.ts'

type Settings = Record<string, string>

const SCRIPT = '/usr/bin/script'

/** Whether this machine has the program `script`, which runs a command on a terminal. */
export const hasTerminal = process.platform === 'linux' && existsSync(SCRIPT)

/** Runs the operator's program on a terminal and types this answer when it asks for confirmation. */
export async function onTerminal(
  settings: Settings,
  words: readonly string[],
  answer: () => string | Promise<string>,
): Promise<{ code: number | null; screen: string }> {
  const command = [process.execPath, OPERATOR_PROGRAM, ...words]
    .map((word) => `'${word}'`)
    .join(' ')
  const child = spawn(
    SCRIPT,
    ['--quiet', '--return', '--flush', '--command', command, '/dev/null'],
    {
      env: { PATH: process.env['PATH'], SHELL: '/bin/sh', NO_COLOR: '1', ...settings },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  let screen = ''
  let isAsked = false
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    screen += part
    if (isAsked || !screen.includes('输入 yes 继续')) return
    isAsked = true
    void Promise.resolve(answer()).then((typed) => child.stdin.write(typed))
  })
  const code = await once(child, 'close').then(([ended]: (number | null)[]) => ended ?? null)
  return { code, screen }
}

/** Runs a command in this process at a terminal and types this answer when it asks for confirmation; null: Ctrl-D. */
export async function answering(
  settings: Settings,
  words: readonly string[],
  answer: () => string | null | Promise<string | null>,
): Promise<{ code: number; screen: string }> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const screen = new CollectedText()
  let isAsked = false
  screen.on('text', async () => {
    if (isAsked || !screen.text.includes('输入 yes 继续')) return
    isAsked = true
    const typed = await answer()
    if (typed === null) stdin.end()
    else stdin.write(typed)
  })
  const code = await runOperator(words, () => settings, { stdin, stdout: screen, stderr: screen })
  return { code, screen: screen.text }
}

/** Runs a command in this process, as `server/operator/main.ts` does it with these settings and no terminal. */
export async function runCommand(
  settings: Settings,
  words: readonly string[],
): Promise<OperatorResult> {
  const stdout = new CollectedText()
  const stderr = new CollectedText()
  const code = await runOperator(words, () => settings, {
    stdin: Readable.from([]),
    stdout,
    stderr,
  })
  return { code, output: stdout.text, errors: stderr.text }
}

class CollectedText extends Writable {
  text = ''

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    this.emit('text')
    done()
  }
}

/** Runs the operator's commands with the settings of a test server. */
export async function operatorOf({
  config,
  database,
  settings = {},
}: {
  config: Config
  database: TestDatabase
  settings?: Settings
}) {
  const folder = await mkdtemp(join(tmpdir(), 'shop-operator-'))
  const all: Settings = {
    NODE_ENV: 'test',
    PORT: String(config.port),
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SECRET_KEY: config.secretKey,
    ...(config.payments.apiBase !== null && { STRIPE_API_BASE: config.payments.apiBase }),
    ...settings,
  }
  const run = (...words: string[]) => runCommand(all, words)
  return {
    folder,
    settings: all,
    run,
    /** The output of `--json`; throws unless the command exits with `code`. */
    async json<T = unknown>(words: readonly string[], code = 0): Promise<T> {
      const answered = await run(...words, '--json')
      if (answered.code !== code) throw new Error(`${answered.code}: ${answered.errors}`)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller names what it then compares
      return JSON.parse(answered.output) as T
    },
    /** The audit log, newest first; of one subject when it is named. */
    audit: (subject: string | null = null) => database.sql<StoredAction>`
      select id, operator, command, given, subject, reason, outcome, result,
        started_at as "startedAt", finished_at as "finishedAt"
      from operator_actions
      where ${subject}::text is null or subject = ${subject} order by id desc`,
    /** Why the command failed; throws when it succeeds. */
    async refusal(
      ...words: string[]
    ): Promise<{ exit: number | null; code: string; message: string }> {
      const { code: exit, output, errors } = await run(...words, '--json')
      if (output !== '') throw new Error(`answered ${output}`)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one form for all refusals
      const { error } = JSON.parse(errors.slice(errors.indexOf('{'))) as {
        error: { code: string; message: string }
      }
      return { exit, ...error }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
