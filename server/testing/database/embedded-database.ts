import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../db/embedded.ts'
import { connect, databaseLimits } from '../../db/sql.ts'
import { LIMITS_FACTOR } from './test-database.ts'

/** A data folder, and the process id of the server on it. */
export async function createDataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'shop-embedded-'))
  // As a user's folder is: mkdtemp makes it private, which the last test tries on its own.
  await chmod(path, 0o755)
  const pid = async () =>
    Number((await readFile(join(path, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
  return { path, pid, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

/** An embedded server that may lose data in a crash. */
export async function startDatabase(dataDir: string, onRestart?: (reason: string) => void) {
  const database = await startEmbeddedDatabase({
    dataDir,
    isDurable: false,
    ...(onRestart && { onRestart }),
  })
  return { url: database.url, stop: database.stop, [Symbol.asyncDispose]: database.stop }
}

/** Runs one query on a connection of its own. */
export async function query(
  { url }: Pick<EmbeddedDatabase, 'url'>,
  run: (sql: ReturnType<typeof connect>) => Promise<object[]>,
) {
  const sql = connect(url, databaseLimits(LIMITS_FACTOR))
  try {
    return await run(sql)
  } finally {
    await sql.end()
  }
}

/** A process of its own that started the database and holds it. */
export async function startOwner(dataDir: string): Promise<ChildProcess> {
  const owner = fork(new URL('./embedded-owner.ts', import.meta.url), [dataDir])
  await once(owner, 'message')
  return owner
}
