import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { open, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefusal } from '../../config/start-refusal.ts'
import { spawnAs, type OsUser } from './os-user.ts'
import type { Binaries } from './binaries.ts'

const POLL_MS = 5
/** Recovery after a crash replays what was written since the last checkpoint, at most 1 GB. */
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 10_000
const LOG_LIMIT_BYTES = 1_000_000

/** A running PostgreSQL server. */
export interface Postmaster {
  pid: number
  port: number
  /** The process of ours that started it and ends it. */
  owner: number
}

/** The server that runs on the cluster already; waits while one is starting up or shutting down. */
export async function findRunning(cluster: string): Promise<Postmaster | null> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const file = await readPidFile(cluster)
    if (file === null) return null
    if (!(await isServerOf(cluster, file.pid))) {
      await rm(join(cluster, 'postmaster.pid'), { force: true })
      return null
    }
    if (file.isReady) return { ...file, owner: await readOwner(cluster) }
    await delay(POLL_MS)
  }
  throw new StartRefusal(
    `内置数据库 ${cluster} 一分钟内既没有启动也没有停止：请稍后再试，原因见 ${cluster}.log`,
  )
}

interface PidFile {
  pid: number
  port: number
  isReady: boolean
}

/** The lines of postmaster.pid: pid, folder, start time, port, socket folder, address, memory key, status. */
async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/** The server writes its own command line beside the pid file before it is ready. */
async function readOwner(cluster: string): Promise<number> {
  const command = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(() => '')
  return Number(/cluster_name=shop-(\d+)/.exec(command)?.[1] ?? 0)
}

/** After a restart of the machine the number in the file may belong to any other process. */
async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return true
  // A server's working folder is its cluster; a dead process that nobody has collected has none.
  return readlink(`/proc/${pid}/cwd`).then(
    (folder) => folder === cluster,
    () => false,
  )
}

export function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Starts a server on the cluster and resolves when it accepts connections; rejects when it ends before. */
export async function startPostmaster(
  cluster: string,
  { postgres }: Binaries,
  osUser: OsUser | null,
  { port, isDurable, onWait }: { port: number; isDurable: boolean; onWait: () => void },
): Promise<Postmaster & { process: ChildProcess }> {
  const log = await open(`${cluster}.log`, 'a', 0o600)
  if ((await log.stat()).size > LOG_LIMIT_BYTES) await log.truncate()
  const child = spawnAs(osUser, postgres, ['-D', cluster, ...settings({ port, isDurable })], {
    stdio: ['ignore', log.fd, log.fd],
    // Out of the terminal's process group: Ctrl-C is ours, and we stop the server after the last request.
    detached: true,
  })
  const ended = once(child, 'exit').then(() => true)
  child.unref()
  onWait()
  try {
    for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline;) {
      const file = await readPidFile(cluster)
      if (file?.pid === child.pid && file?.isReady === true)
        return { pid: file.pid, port, owner: process.pid, process: child }
      if (await Promise.race([ended, delay(POLL_MS, false)])) break
    }
  } finally {
    await log.close()
  }
  child.kill('SIGQUIT')
  throw new StartRefusal(`内置数据库没有启动：原因见 ${cluster}.log 的末尾；磁盘满了就先腾出空间`)
}

function settings({ port, isDurable }: { port: number; isDurable: boolean }): string[] {
  return Object.entries({
    port: `${port}`,
    cluster_name: `shop-${process.pid}`,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The sender handles a refused statement; its details may contain personal data.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    jit: 'off',
    // a test's database is dropped by a role that may not end the vacuum worker of a superuser
    ...(!isDurable && { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Rolls running transactions back, writes everything to disk and stops; resolves when the process has ended. */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const deadline = Date.now() + STOP_LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
      if (!(await isServerOf(cluster, pid))) return
    }
  }
}
