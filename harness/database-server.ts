import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '#server/db/embedded.ts'
import { administer, databaseUrl } from '#server/testing/database/administer.ts'

export interface DatabaseServer extends AsyncDisposable {
  url: string
  /** A folder for this server's data and for its user's files; deleted with it. */
  folder: string
  /** Kills the server and all its processes at once (Linux only); it restarts on the same port by itself. */
  kill(): void
  /** How often `kill` found a running server. */
  kills: () => number
  /** Creates an empty database and returns its address. */
  createDatabase(name: string): Promise<string>
}

/** Starts a new embedded PostgreSQL as the product does, durable: commits wait for the disk. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  const folder = await createWorkFolder()
  const { url, stop } = await startEmbeddedDatabase({ dataDir: folder })
  let kills = 0
  return {
    url,
    folder,
    kill() {
      const pid = Number(readIfThere(join(folder, 'postgres/postmaster.pid')).split('\n', 1)[0])
      if (!(pid > 0)) return
      const workers = readIfThere(`/proc/${pid}/task/${pid}/children`).trim().split(' ')
      for (const each of [pid, ...workers.map(Number)]) killProcess(each)
      kills += 1
    },
    kills: () => kills,
    async createDatabase(name) {
      await administer(url, `create database ${name}`)
      return databaseUrl(url, name)
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await removeFolder(folder)
    },
  }
}

/** A new temporary folder that the database's own account may enter when root starts it. */
export async function createWorkFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-work-'))
  await chmod(folder, 0o711)
  return folder
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function killProcess(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended meanwhile
  }
}
