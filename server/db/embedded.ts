import { mkdir, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chooseOsUser } from './embedded/os-user.ts'
import { findBinaries } from './embedded/binaries.ts'
import { createCluster, DATABASE_NAME, readPassword } from './embedded/cluster.ts'
import { findRunning, isAlive, startPostmaster, stopPostmaster } from './embedded/postmaster.ts'

const START_ATTEMPTS = 5
const RESTART_PAUSE_MS = 200
const CHECK_MS = 250

export interface EmbeddedOptions {
  /** The database lives in its folder `postgres`. */
  dataDir: string
  /** TCP port on 127.0.0.1; any free one by default. */
  port?: number
  /** False switches fsync off: for tests, whose data a crash may destroy. */
  isDurable?: boolean
  /** Called when PostgreSQL's programs run and this process waits for them. */
  onWait?: () => void
  /** Called when the server died and was started again. */
  onRestart?: (reason: string) => void
}

export interface EmbeddedDatabase {
  url: string
  /** Stops the server, unless another of our processes started it. */
  stop: () => Promise<void>
}

/** Starts PostgreSQL on the data folder, which it creates at the first start, or joins the server that already runs there. */
export async function startEmbeddedDatabase({
  dataDir,
  port,
  isDurable = true,
  onWait = () => {},
  onRestart = () => {},
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const cluster = join(await realpath(dataDir), 'postgres')
  const binaries = await findBinaries()
  const osUser = await chooseOsUser(cluster, [binaries.postgres, binaries.initdb])
  if ((await readPassword(cluster)) === null) {
    onWait()
    await createCluster(cluster, binaries, osUser, isDurable)
  }

  const stopping = new AbortController()
  let server = await launch(port)
  let restart = Promise.resolve()
  watch()

  async function launch(wanted?: number) {
    for (let attempt = 1; ; attempt += 1) {
      const running = await findRunning(cluster)
      if (running !== null && isAlive(running.owner)) return { ...running, process: null }
      // Its owner was killed; on systems that support it the server is already shutting down.
      if (running !== null) await stopPostmaster(cluster, running.pid)
      try {
        return await startPostmaster(cluster, binaries, osUser, {
          port: wanted ?? (await findFreePort()),
          isDurable,
          onWait,
        })
      } catch (error) {
        // Another program took the port, or another process started the same server meanwhile.
        if (attempt === START_ATTEMPTS) throw error
        await delay(RESTART_PAUSE_MS)
      }
    }
  }

  /** Connections go to a fixed address, so a server that died comes back on the same port. */
  function watch(): void {
    if (server.process === null) return watchOthers(server.pid)
    server.process.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return
      onRestart(`the database ended (${signal ?? code}); starting it again`)
      restart = revive()
    })
  }

  /** A server that another process started ends with that process: then this process starts its own. */
  function watchOthers(pid: number): void {
    const look = setInterval(() => {
      if (isAlive(pid)) return
      clearInterval(look)
      onRestart('the process that had started the database has ended it; starting it again')
      restart = revive()
    }, CHECK_MS)
    look.unref()
    stopping.signal.addEventListener('abort', () => clearInterval(look), { once: true })
  }

  async function revive(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        server = await launch(server.port)
        watch()
        return
      } catch (error) {
        onRestart(error instanceof Error ? error.message : String(error))
      }
    }
  }

  const password = await readPassword(cluster)
  return {
    url: `postgres://${DATABASE_NAME}:${password}@127.0.0.1:${server.port}/${DATABASE_NAME}`,
    async stop() {
      stopping.abort()
      await restart
      if (server.process !== null) await stopPostmaster(cluster, server.pid)
    },
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('no free port')
  return address.port
}
