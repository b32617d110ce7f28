import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../scripts/run-program.ts'
import { boundTo } from './cores.ts'

const run = promisify(execFile)

/** Where the package is unpacked when the machine has none. */
const OWN_FOLDER = join(ROOT, '.cache/pgbench')

/** PostgreSQL's own load generator, or null when the machine has none and gives none. */
export async function findPgbench(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path))
  return onPath ?? (await unpacked()) ?? fetchPgbench()
}

async function unpacked(): Promise<string | null> {
  const { stdout } = await run('find', [OWN_FOLDER, '-name', 'pgbench', '-type', 'f']).catch(
    () => ({ stdout: '' }),
  )
  return stdout.split('\n', 1)[0] || null
}

/** Unpacks Debian's package without installing it: an installation would start a server. */
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
  return unpacked()
}

interface Job {
  pgbench: string
  databaseUrl: string
  /** A file of one statement and what comes before it. */
  script: string
  clients: number
  perClient: number
}

/** Runs the script so many times on so many connections, with the statement prepared. */
export async function runPgbench(job: Job): Promise<{ perSecond: number }> {
  const { pgbench, databaseUrl, script, clients, perClient } = job
  const url = new URL(databaseUrl)
  const [program, args] = boundTo('generator', pgbench, [
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
