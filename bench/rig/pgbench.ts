import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/run-program.ts'
import { bindCommand } from './cores.ts'

const run = promisify(execFile)

/** The package is unpacked here when pgbench is not installed. */
const OWN_FOLDER = join(ROOT, '.cache/pgbench')

/** The path of pgbench, PostgreSQL's load generator; null when it is not installed and cannot be downloaded. */
export async function findPgbench(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path))
  return onPath ?? (await findUnpacked()) ?? fetchPgbench()
}

async function findUnpacked(): Promise<string | null> {
  const { stdout } = await run('find', [OWN_FOLDER, '-name', 'pgbench', '-type', 'f']).catch(
    () => ({ stdout: '' }),
  )
  return stdout.split('\n', 1)[0] || null
}

/** Downloads and unpacks Debian's package without installing it: an installation would start a server. */
async function fetchPgbench(): Promise<string | null> {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return null
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, { cwd: OWN_FOLDER, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    await mkdir(OWN_FOLDER, { recursive: true })
    apt('update', '-q')
    apt('install', '-q', '-y', '--no-install-recommends', 'libpq5')
    const { stdout } = await run('apt-cache', ['depends', 'postgresql'])
    const server = /Depends: (postgresql-\d+)/.exec(stdout)?.[1]
    if (server === undefined) return null
    apt('download', '-q', server)
    const { stdout: file } = await run('find', [OWN_FOLDER, '-name', `${server}_*.deb`])
    await run('dpkg-deb', ['--extract', file.trim(), OWN_FOLDER])
  } catch (error) {
    process.stderr.write(`pgbench could not be fetched: ${String(error)}\n`)
  }
  return findUnpacked()
}

interface PgbenchRun {
  pgbench: string
  databaseUrl: string
  /** A pgbench script file. */
  script: string
  clients: number
  perClient: number
}

/** Runs the script `perClient` times on each of `clients` connections, with prepared statements. */
export async function runPgbench(job: PgbenchRun): Promise<{ perSecond: number }> {
  const { pgbench, databaseUrl, script, clients, perClient } = job
  const url = new URL(databaseUrl)
  const [program, args] = bindCommand('generator', pgbench, [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${clients}`,
    `--transactions=${perClient}`,
    '--define=turn=-1',
    `--file=${script}`,
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
  })
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (!(perSecond > 0)) throw new Error(`pgbench said: ${stdout}`)
  return { perSecond }
}
