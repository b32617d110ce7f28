import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CUSTOMER_ID_PREFIX } from '#harness/customers.ts'
import { createWorkFolder, removeFolder } from '#harness/database-server.ts'
import { bindCommand } from './programs.ts'

const run = promisify(execFile)

/** Debian has it in its package of the server, outside of the path. */
const PLACES = ['/usr/lib/postgresql/*/bin/pgbench', '/usr/{local/,}bin/pgbench']

/** The id of the customer whose number this SQL says. */
export const customerIdSql = (number: string) =>
  `('${CUSTOMER_ID_PREFIX}' || lpad(to_hex(${number}), 12, '0'))::uuid`

interface PgbenchRun {
  databaseUrl: string
  /** Lines of the script; the variable `turn` counts from 0 on for each client. */
  script: readonly string[]
  clients: number
  /** Times that each client runs the script. */
  perClient: number
}

/** Runs a script with PostgreSQL's own load generator and prepared statements: the database alone. */
export async function runPgbench(job: PgbenchRun): Promise<{ perSecond: number }> {
  const { databaseUrl, script, clients, perClient } = job
  const [pgbench] = globSync(PLACES)
  if (pgbench === undefined) throw new Error('pgbench is missing: apt-get install postgresql')
  const url = new URL(databaseUrl)
  const folder = await createWorkFolder()
  const file = join(folder, 'script.sql')
  await writeFile(file, [String.raw`\set turn :turn + 1`, ...script].join('\n'))
  const [program, args] = bindCommand('generator', pgbench, [
    ...['--no-vacuum', '--protocol=prepared', '--define=turn=-1', `--file=${file}`],
    ...[`--client=${clients}`, `--transactions=${perClient}`],
  ])
  const { stdout } = await run(program, args, {
    env: {
      PATH: process.env['PATH'],
      PGHOST: url.hostname,
      PGPORT: url.port,
      PGUSER: url.username,
      PGPASSWORD: url.password,
      PGDATABASE: url.pathname.slice(1),
    },
  }).finally(() => removeFolder(folder))
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(perSecond > 0)) throw new Error(`pgbench said: ${stdout}`)
  return { perSecond }
}
