import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartRefusal } from '../../config/start-refusal.ts'
import { spawnAs, type OsUser } from './os-user.ts'
import type { Binaries } from './binaries.ts'

/** Role and database of the shop; the role is no superuser. */
export const DATABASE_NAME = 'shop'

const MAJOR = '18'
const PASSWORD_FILE = 'client-password'
/** What PostgreSQL's programs print when the disk is full. */
const DISK_FULL = /No space left on device|Check free disk space|Disk quota exceeded/

/** Carries the code that Node gives to a full disk. */
class DiskFull extends Error {
  readonly code = 'ENOSPC'
}

/** The shop's password for the cluster, or null when there is no cluster yet. */
export async function readPassword(cluster: string): Promise<string | null> {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw new StartRefusal(
        `没有权限读取内置数据库 ${cluster}：请用以前启动网站的账号启动，或用 root`,
        {
          cause: error,
        },
      )
    },
  )
  if (version === null) return null
  if (version.trim() !== MAJOR) {
    throw new StartRefusal(
      `内置数据库 ${cluster} 属于 PostgreSQL ${version.trim()}，这个版本的网站要 ${MAJOR}：请用原来的版本 backup，再恢复到新的 DATA_DIR`,
    )
  }
  return readFile(join(cluster, PASSWORD_FILE), 'utf8')
}

/** Makes the cluster beside its place and moves it there whole, so that a crash leaves nothing half made. */
export async function createCluster(
  cluster: string,
  { initdb, postgres }: Binaries,
  osUser: OsUser | null,
  isDurable: boolean,
): Promise<void> {
  const workshop = await mkdtemp(`${cluster}.new-`)
  const data = join(workshop, 'data')
  const superuserPassword = join(workshop, 'superuser')
  const password = randomBytes(24).toString('base64url')
  try {
    await mkdir(data, { mode: 0o700 })
    // The superuser cannot log in: who needs it has the files and PostgreSQL's single-user mode.
    await writeFile(superuserPassword, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (osUser !== null) await handOver([workshop, data, superuserPassword], osUser)
    await run(osUser, initdb, [
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
    const setUp = `create role ${DATABASE_NAME} login createdb password '${password}';\ncreate database ${DATABASE_NAME} owner ${DATABASE_NAME};\n`
    const fast = isDurable ? [] : ['-c', 'fsync=off']
    await run(osUser, postgres, ['--single', '-D', data, ...fast, 'postgres'], setUp)
    const passwordFile = join(data, PASSWORD_FILE)
    await writeFile(passwordFile, password, { mode: 0o600 })
    if (osUser !== null) await handOver([passwordFile], osUser)
    await rename(data, cluster).catch((error: NodeJS.ErrnoException) => {
      // Another process created the cluster meanwhile: use that one.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

async function handOver(paths: string[], { name, uid, gid }: OsUser): Promise<void> {
  for (const path of paths) {
    await chown(path, uid, gid).catch((cause: unknown) => {
      throw new StartRefusal(
        `不能把 ${path} 交给账号 ${name}：请用普通账号启动，或用 DATABASE_URL 写明一个数据库`,
        {
          cause,
        },
      )
    })
  }
}

/** PostgreSQL's single-user mode reports a failed statement in its output only. */
async function run(
  osUser: OsUser | null,
  program: string,
  args: string[],
  input = '',
): Promise<void> {
  const child = spawnAs(osUser, program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin?.end(input)
  const [output, errors, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ])
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(output + errors)) {
    const words = errors.trim() || output.trim()
    if (DISK_FULL.test(words)) throw new DiskFull(words)
    throw new StartRefusal(`内置数据库建不起来：请看下面 PostgreSQL 的说明\n${words}`)
  }
}
