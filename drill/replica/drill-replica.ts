import { installPackages, isDebianRoot } from '../../scripts/debian-packages.ts'
import { runProgram } from '../../scripts/run-program.ts'
import { programsOfPostgres } from '../rig/programs-of-postgres.ts'

const TESTS = [
  'server/replica/lists.long.test.ts',
  'server/operator/doctor/replica-check.long.test.ts',
]

/** The tests of the gate, which run there with the embedded PostgreSQL, with Debian's; returns whether they pass. */
export async function drillReplica(): Promise<boolean> {
  if (await isDebianRoot()) await installPackages('postgresql')
  const env = { STREAMING_PROGRAMS: await programsOfPostgres() }
  const { code } = await runProgram('vitest', ['run', '--project', 'server', ...TESTS], { env })
  return code === 0
}
