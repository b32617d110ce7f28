import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { removeFolder, workFolder } from '../../bench/rig/database.ts'

export interface MortalDatabase extends AsyncDisposable {
  folder: string
  /** Kills the server and every process of it at once; it comes back on the same port by itself. */
  kill(): void
  /** How often that was done. */
  kills: () => number
  /** A new database on it, by its address. */
  create(name: string): Promise<string>
}

/** A durable PostgreSQL that can be killed. */
export async function startMortalDatabase(): Promise<MortalDatabase> {
  const folder = await workFolder()
  const { url, stop } = await startEmbedded({ dataDir: folder })
  let kills = 0
  return {
    folder,
    kill() {
      const pid = Number(readIfThere(join(folder, 'postgres/postmaster.pid')).split('\n', 1)[0])
      if (!(pid > 0)) return
      const workers = readIfThere(`/proc/${pid}/task/${pid}/children`).trim().split(' ')
      for (const each of [pid, ...workers.map(Number)]) endAtOnce(each)
      kills += 1
    },
    kills: () => kills,
    async create(name) {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      const own = new URL(url)
      own.pathname = name
      return own.href
    },
    async [Symbol.asyncDispose]() {
      await stop()
      await removeFolder(folder)
    },
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function endAtOnce(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  } catch {
    // it was quicker
  }
}
