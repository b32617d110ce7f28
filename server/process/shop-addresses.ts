import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'
import type { Config } from '../config/config.ts'
import { readSettings } from '../config/environment.ts'
import { isAlive } from '../db/embedded/postmaster.ts'

type Variables = Record<string, string | undefined>

const setting = z.optional(z.string())
const fileSchema = z.object({
  pid: z.int().check(z.minimum(1)),
  settings: z.object({
    PORT: z.string(),
    HOST: setting,
    SANDBOX_PORT: setting,
    TOOLS_SITE: setting,
    TOOLS_PORT: setting,
    CONSOLE: setting,
    CONSOLE_PORT: setting,
  }),
})

type RunningShop = z.output<typeof fileSchema>

/**
 * Writes into DATA_DIR where this process listens, as settings; returns what removes it again. The first of several
 * processes on one folder is named. The embedded database has its own such file, postmaster.pid.
 */
export function recordRunningShop(config: Config): () => void {
  const path = pathIn(config.dataDir)
  const running = readRunningShop(config.dataDir)
  // the own pid: in a container the process that died before had the same
  if (running !== null && running.pid !== process.pid) return () => {}
  const { port, host, payments, tools, console: operators } = config
  const record: RunningShop = {
    pid: process.pid,
    settings: {
      PORT: String(port),
      // any other address comes from settings that the operator's commands need, too
      ...(host.startsWith('127.') && { HOST: host }),
      ...(payments.sandboxPort !== null && { SANDBOX_PORT: String(payments.sandboxPort) }),
      ...(tools === null ? { TOOLS_SITE: 'none' } : { TOOLS_PORT: String(tools.port) }),
      ...(operators === null ? { CONSOLE: 'none' } : { CONSOLE_PORT: String(operators.port) }),
    },
  }
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, path)
  return () => {
    if (readRunningShop(config.dataDir)?.pid === process.pid) rmSync(path, { force: true })
  }
}

/** What the shop that runs on this data folder has written; null without one, or when it has died. */
export function readRunningShop(dataDir: string): RunningShop | null {
  try {
    const parsed = fileSchema.safeParse(JSON.parse(readFileSync(pathIn(dataDir), 'utf8')))
    return parsed.success && isAlive(parsed.data.pid) ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * The variables with what the shop that runs on their data folder listens on, where they do not name it themselves.
 * Another PORT than that shop's is meant: then nothing is added.
 */
export function withRunningShop(variables: Variables): Variables {
  const { settings, given } = readSettings(variables)
  const running = readRunningShop(resolve(settings.DATA_DIR))
  if (running === null) return variables
  const isElsewhere = given.includes('PORT') && String(settings.PORT) !== running.settings.PORT
  if (isElsewhere) return variables
  const own = given.map((name) => [name, variables[name]])
  return { ...variables, ...running.settings, ...Object.fromEntries(own) }
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'shop-addresses.json')
}
