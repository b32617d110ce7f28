import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const VERSIONS = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL of this machine. */
export async function programsOfPostgres(): Promise<string> {
  const versions = (await readdir(VERSIONS).catch(() => [])).map(Number).toSorted((a, b) => b - a)
  if (versions[0] === undefined) throw new Error(`there is no PostgreSQL in ${VERSIONS}`)
  return join(VERSIONS, String(versions[0]), 'bin')
}
