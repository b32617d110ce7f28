import { once } from 'node:events'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../../db/embedded.ts'
import { findBinaries } from '../../db/embedded/binaries.ts'
import { createCluster, DATABASE_NAME, readPassword } from '../../db/embedded/cluster.ts'
import { chooseOsUser, spawnAs } from '../../db/embedded/os-user.ts'

/** The embedded PostgreSQL for a run of tests, in a folder that is removed afterwards. */
export async function startThrowawayServer(folder: string) {
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
