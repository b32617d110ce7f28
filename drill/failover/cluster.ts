import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { administer } from '#server/testing/database/administer.ts'
import { untilListening } from '#harness/processes.ts'
import { type Program, startProgram } from '#harness/production/program.ts'
import { localFile, MACHINES } from './local-file.ts'
import { createMachine, type Machine } from './machine.ts'
import { untilPrimary, untilWhole } from './patroni.ts'

/** A database on three machines, and the two programs that lead the nodes to its primary. */
export interface Cluster {
  machines: readonly Machine[]
  haproxy: Program
  pgbouncer: Program
  /** Through PgBouncer, in transaction mode. */
  pooledUrl: string
  /** Through HAProxy alone. */
  directUrl: string
}

const PASSWORD = 'password-of-shop'
const START_MS = 90_000
const HAPROXY_PORT = 5000
const PGBOUNCER_PORT = 6432

/** What docs/production.md says of the role. */
const STATEMENTS = [
  `create role shop login password '${PASSWORD}'`,
  'create database shop owner shop',
  `alter role shop set statement_timeout = '2500ms'`,
  `alter role shop set lock_timeout = '1500ms'`,
  `alter role shop set idle_in_transaction_session_timeout = '5s'`,
]

/** Starts all of it; `folder` holds a small file system for each machine, named like it. */
export async function startCluster(
  folder: string,
  cleanup: AsyncDisposableStack,
): Promise<Cluster> {
  const machines = await Promise.all(
    MACHINES.map(async (place) => {
      const disk = join(folder, place.name)
      return createMachine({ place, disk, folder: join(folder, 'files', place.name) })
    }),
  )
  for (const machine of machines) cleanup.use(machine)
  await Promise.all(machines.map((machine) => machine.startEtcd()))
  await machines[0]!.startPatroni()
  await untilPrimary(null, START_MS)
  await Promise.all(machines.slice(1).map((machine) => machine.startPatroni()))

  const files = join(folder, 'files')
  const haproxy = cleanup.use(await startHaproxy(files))
  const pgbouncer = cleanup.use(await startPgbouncer(files))
  await untilWhole(START_MS)
  const owner = `postgres://postgres:password-of-postgres@127.0.0.1:${HAPROXY_PORT}/postgres`
  for (const statement of STATEMENTS) await administer(owner, statement)
  const urlAt = (port: number): string => `postgres://shop:${PASSWORD}@127.0.0.1:${port}/shop`
  return {
    ...{ machines, haproxy, pgbouncer },
    pooledUrl: urlAt(PGBOUNCER_PORT),
    directUrl: urlAt(HAPROXY_PORT),
  }
}

async function startHaproxy(folder: string): Promise<Program> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, await localFile('haproxy/postgresql.cfg', []))
  return startProgram({
    command: ['haproxy', '-db', '-f', file],
    logFile: join(folder, 'haproxy.log'),
    untilReady: (child) => untilListening(HAPROXY_PORT, child),
  })
}

async function startPgbouncer(files: string): Promise<Program> {
  const folder = join(files, 'pgbouncer')
  await mkdir(folder)
  const users = join(folder, 'userlist.txt')
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(users, `"shop" "${PASSWORD}"\n`, { mode: 0o600 })
  const text = await localFile('pgbouncer/pgbouncer.ini', [
    ['/var/log/postgresql', folder],
    ['/var/run/postgresql', folder],
    ['auth_file = /etc/pgbouncer/userlist.txt', `auth_file = ${users}`],
  ])
  await writeFile(file, text)
  return startProgram({
    command: ['pgbouncer', file],
    logFile: join(folder, 'output.log'),
    untilReady: (child) => untilListening(PGBOUNCER_PORT, child),
  })
}
