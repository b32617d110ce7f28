import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedDatabase } from '../db/embedded.ts'
import { findBinaries } from '../db/embedded/binaries.ts'
import { createCluster, DATABASE_NAME, readPassword } from '../db/embedded/cluster.ts'
import { chooseOsUser, spawnAs } from '../db/embedded/os-user.ts'
import { isAlive } from '../db/embedded/postmaster.ts'
import { migrate } from '../db/migrate.ts'
import { connect } from '../db/sql.ts'
import { administer, databaseUrl } from './database/administer.ts'
import { partitionCreditIfAsked } from './database/partition-credit.ts'

const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3
const NAME = /^shop-test-(\d+)-/

/** One server for the whole run: `TEST_DATABASE_URL` when it is set, else an embedded one that is thrown away. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeTestFolder()
  const given = process.env['TEST_DATABASE_URL']
  const server =
    given === undefined ? await startThrowawayServer(folder) : { url: given, stop: async () => {} }
  const template = `shop_template_${process.pid}`
  async function end() {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await administer(server.url, `create database ${template}`)
    await partitionCreditIfAsked(databaseUrl(server.url, template))
    await migrate(databaseUrl(server.url, template))
    project.provide('testDatabase', { url: server.url, template })
    project.provide('testFolder', folder)
  } catch (error) {
    await end()
    throw error
  }
  return async () => {
    if (given !== undefined) await dropCopies(server.url, template)
    await end()
  }
}

/** Drops the template and what a worker had spare at its end. */
async function dropCopies(url: string, template: string): Promise<void> {
  const sql = connect(url)
  const copies = await sql<{ name: string }>`
    select datname as name from pg_database where starts_with(datname, ${template})`
  await sql.end()
  for (const { name } of copies) await administer(url, `drop database ${name} with (force)`)
}

/** The embedded PostgreSQL for a run of tests, in a folder that is removed afterwards. */
async function startThrowawayServer(folder: string) {
  const dataDir = join(folder, 'database')
  await mkdir(dataDir)
  // lent to the server's own account when root runs the tests
  for (const path of [folder, dataDir]) await chmod(path, 0o711)
  const cluster = join(dataDir, 'postgres')
  const binaries = await findBinaries()
  const osUser = await chooseOsUser(cluster, [binaries.postgres, binaries.initdb])
  await createCluster(cluster, binaries, osUser, false)
  const single = spawnAs(osUser, binaries.postgres, ['--single', '-D', cluster, 'postgres'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  single.stdin?.end(
    [
      // to empty a database its guards and foreign keys are left out
      `grant set on parameter session_replication_role to ${DATABASE_NAME};`,
      // a third of the processor time of a new connection goes into the hash of the password
      `set scram_iterations = 1;`,
      `alter role ${DATABASE_NAME} password '${await readPassword(cluster)}';`,
    ].join('\n'),
  )
  const [code]: (number | null)[] = await once(single, 'close')
  if (code !== 0) throw new Error(`setting up the database for tests ended with ${code}`)
  return startEmbeddedDatabase({ dataDir, isDurable: false })
}

/**
 * Makes a folder for databases that are thrown away: in memory where it has room for them, which takes a third of
 * the disk's processor time, else with the other temporary files. What killed runs left in memory is removed.
 */
async function makeTestFolder(): Promise<string> {
  const parent = (await hasMemory()) ? MEMORY : tmpdir()
  if (parent === MEMORY) await removeLeftovers()
  return mkdtemp(join(parent, `shop-test-${process.pid}-`))
}

async function hasMemory(): Promise<boolean> {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * NEEDED_BYTES) return false
  try {
    const { bavail, bsize } = await statfs(MEMORY)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}

async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(MEMORY, name), { recursive: true, force: true })
  }
}
