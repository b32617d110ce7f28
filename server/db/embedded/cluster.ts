import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { spawnAs, type Account } from './account.ts'
import type { Binaries } from './binaries.ts'

/** Role and database of the shop; the role is no superuser. */
export const NAME = 'shop'

const MAJOR = '18'
const PASSWORD_FILE = 'client-password'

/** The shop's password for the cluster, or null when there is no cluster yet. */
export async function readPassword(cluster: string): Promise<string | null> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw new Error(
        `${cluster} cannot be read: start as the user who started the shop before, or as root`,
        {
          cause: error,
        },
      )
    },
  )
  if (version === null) return null
  if (version.trim() !== MAJOR) {
    throw new Error(
      `${cluster} is of PostgreSQL ${version.trim()}, this version of the shop needs ${MAJOR}`,
    )
  }
  return readFile(join(cluster, PASSWORD_FILE), 'utf8')
}

/** Makes the cluster beside its place and moves it there whole, so that a crash leaves nothing half made. */
export async function createCluster(
  cluster: string,
  { initdb, postgres }: Binaries,
  account: Account | null,
  isDurable: boolean,
): Promise<void> {
  const workshop = await mkdtemp(`${cluster}.new-`)
  const data = join(workshop, 'data')
  const superuserPassword = join(workshop, 'superuser')
  const password = randomBytes(24).toString('base64url')
  try {
    await mkdir(data, { mode: 0o700 })
    // Nobody needs the superuser; whoever does has the files and PostgreSQL's single-user mode.
    await writeFile(superuserPassword, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (account !== null) await handOver([workshop, data, superuserPassword], account)
    await run(account, initdb, [
      `--pgdata=${data}`,
      '--username=postgres',
      `--pwfile=${superuserPassword}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(isDurable ? [] : ['--no-sync']),
    ])
    const setUp = `create role ${NAME} login createdb password '${password}';\ncreate database ${NAME} owner ${NAME};\n`
    const fast = isDurable ? [] : ['-c', 'fsync=off']
    await run(account, postgres, ['--single', '-D', data, ...fast, 'postgres'], setUp)
    const passwordFile = join(data, PASSWORD_FILE)
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (account !== null) await handOver([passwordFile], account)
    await rename(data, cluster).catch((error: NodeJS.ErrnoException) => {
      // Another process that started at the same moment was faster: its cluster stands.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

async function handOver(paths: string[], { name, uid, gid }: Account): Promise<void> {
  for (const path of paths) {
    await chown(path, uid, gid).catch((cause: unknown) => {
      throw new Error(
        `cannot give ${path} to ${name}: start as an ordinary user, or name a server by DATABASE_URL`,
        {
          cause,
        },
      )
    })
  }
}

/** PostgreSQL's single-user mode reports a failed statement by its words alone. */
async function run(
  account: Account | null,
  program: string,
  args: string[],
  input = '',
): Promise<void> {
  const child = spawnAs(account, program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin?.end(input)
  const [output, errors, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output + errors)) {
    throw new Error(`${program} failed: ${errors.trim() || output.trim()}`)
  }
}
