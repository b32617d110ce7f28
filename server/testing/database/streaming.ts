import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { freePort } from '#harness/free-ports.ts'
import { findBinaries } from '../../db/embedded/binaries.ts'
import { createCluster, DATABASE_NAME, readPassword } from '../../db/embedded/cluster.ts'
import { chooseOsUser, spawnAs } from '../../db/embedded/os-user.ts'
import { startPostmaster, stopPostmaster } from '../../db/embedded/postmaster.ts'
import { connect, type Sql } from '../../db/sql.ts'

const run = promisify(execFile)
/** A busy machine starts connections and statements late. */
const PATIENT = {
  connectMs: 20_000,
  limitsMs: { statement: 30_000, lock: 30_000, silence: 40_000 },
}

export interface Standby extends AsyncDisposable {
  url: string
  sql: Sql
  /** Resolves when it has replayed all that the primary has written until now. */
  caughtUp(): Promise<void>
  /** Between these two it receives the primary's log and applies nothing of it. */
  pause(): Promise<void>
  resume(): Promise<void>
  promote(): Promise<void>
  /** Ends the server; it may be started again. */
  stop(): Promise<void>
  start(): Promise<void>
}

/**
 * A PostgreSQL of its own, whose standbys follow it by streaming replication: the embedded one, or that of the folder
 * of programs in the variable STREAMING_PROGRAMS.
 */
export async function startPrimary() {
  const folder = await mkdtemp(join(inject('testFolder'), 'streaming-'))
  await chmod(folder, 0o711)
  const cleanup = new AsyncDisposableStack()
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  const { binaries, cluster, osUser, password } = await makeCluster(folder)

  const launch = async (data: string, port: number) => {
    const { pid } = await startPostmaster(data, binaries, osUser, {
      ...{ port, isDurable: false, onWait: () => {} },
    })
    return () => stopPostmaster(data, pid)
  }
  const port = await freePort()
  const urlOf = (at: number) =>
    `postgres://${DATABASE_NAME}:${password}@127.0.0.1:${at}/${DATABASE_NAME}`
  cleanup.defer(await launch(cluster, port))
  const sql = connect(urlOf(port), PATIENT)
  cleanup.defer(() => sql.end())

  /** A base backup as of now, which follows the primary; `await using` ends and removes it. */
  async function addStandby(): Promise<Standby> {
    const data = await mkdtemp(join(folder, 'standby-'))
    await rm(data, { recursive: true })
    await copyRunning(sql, cluster, data)
    await appendFile(
      join(data, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=${DATABASE_NAME} password=${password}'\n`,
    )
    if (osUser !== null)
      for (const name of ['backup_label', 'standby.signal'])
        await chown(join(data, name), osUser.uid, osUser.gid)
    const own = await freePort()
    let end: (() => Promise<void>) | null = await launch(data, own)
    const there = connect(urlOf(own), PATIENT)
    const stop = async () => {
      await end?.()
      end = null
    }
    return {
      url: urlOf(own),
      sql: there,
      async caughtUp() {
        const [written] = await sql<{ at: string }>`select pg_current_wal_lsn()::text as at`
        for (;;) {
          const [row] = await there<{ isThere: boolean }>`
            select pg_last_wal_replay_lsn() >= ${written!.at}::pg_lsn as "isThere"`
          if (row!.isThere) return
          await delay(5)
        }
      },
      async pause() {
        await there`select pg_wal_replay_pause()`
        while ((await there`select where pg_get_wal_replay_pause_state() = 'paused'`).length === 0)
          await delay(5)
      },
      async resume() {
        await there`select pg_wal_replay_resume()`
      },
      async promote() {
        await there`select pg_promote(true)`
      },
      stop,
      async start() {
        end = await launch(data, own)
      },
      async [Symbol.asyncDispose]() {
        await there.end()
        await stop()
        await rm(data, { recursive: true })
      },
    }
  }

  return { url: urlOf(port), sql, addStandby, [Symbol.asyncDispose]: () => cleanup.disposeAsync() }
}

/** A cluster whose only database is the shop's, with a role that may replicate. */
async function makeCluster(folder: string) {
  const cluster = join(folder, 'primary')
  const own = process.env['STREAMING_PROGRAMS']
  const binaries =
    own === undefined
      ? await findBinaries()
      : { root: own, postgres: join(own, 'postgres'), initdb: join(own, 'initdb') }
  const osUser = await chooseOsUser(folder, [binaries.postgres, binaries.initdb])
  const end = async (program: string, args: string[], input = '') => {
    const child = spawnAs(osUser, program, args, { stdio: ['pipe', 'ignore', 'ignore'] })
    child.stdin?.end(input)
    const [code]: (number | null)[] = await once(child, 'close')
    if (code !== 0) throw new Error(`${program} ended with ${code}`)
  }
  const single = (statements: string) =>
    end(binaries.postgres, ['--single', '-D', cluster, 'postgres'], statements)
  if (own === undefined) {
    await createCluster(cluster, binaries, osUser, false)
    await single(`alter role ${DATABASE_NAME} superuser replication;\n`)
    return { binaries, cluster, osUser, password: await readPassword(cluster) }
  }
  await mkdir(cluster, { mode: 0o700 })
  if (osUser !== null) await chown(cluster, osUser.uid, osUser.gid)
  // of an older version than the embedded one, which takes other options
  await end(binaries.initdb, [
    ...[`--pgdata=${cluster}`, `--username=${DATABASE_NAME}`, '--auth=trust', '--no-sync'],
    ...['--encoding=UTF8', '--locale=C.UTF-8'],
  ])
  await single(`create database ${DATABASE_NAME};\n`)
  return { binaries, cluster, osUser, password: 'any' }
}

/** Copies a running server's folder as `pg_basebackup` does, which the embedded PostgreSQL does not bring. */
async function copyRunning(sql: Sql, from: string, to: string): Promise<void> {
  // both ends of a backup belong to one session
  await sql.begin(async (tx) => {
    await tx`select pg_backup_start('standby', true)`
    await run('cp', ['--archive', from, to])
    const [backup] = await tx<{ label: string }>`
      select labelfile as label from pg_backup_stop(false)`
    await writeFile(join(to, 'backup_label'), backup!.label)
    await writeFile(join(to, 'standby.signal'), '')
  })
  for (const name of ['postmaster.pid', 'postmaster.opts'])
    await rm(join(to, name), { force: true })
  for (const name of await readdir(join(to, 'pg_wal')))
    await rm(join(to, 'pg_wal', name), { recursive: true })
}
