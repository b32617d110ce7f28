import { join } from 'node:path'
import { installPackages, isDebianRoot } from '../../scripts/debian-packages.ts'
import { runAsNobody } from './as-nobody.ts'

const PROGRAM = join(import.meta.dirname, 'nobody.ts')
const PACKAGES = [
  ...['patroni', 'etcd-server', 'postgresql', 'haproxy', 'pgbouncer', 'nginx'],
  ...['iproute2', 'util-linux'],
]
/** The program itself ends after eight minutes and says at what. */
const LIMIT_MS = 8.5 * 60_000

const NOT_ROOT = `The failover drill begins as root: it gives itself a network, processes and small disks of its own, which end with
it, and goes on as the user nobody. Run it with

  sudo env "PATH=$PATH" npm run drill -- failover

`

/** Installs, prepares and runs the drill; returns whether all went well. */
export async function drillFailover({
  behind = 'nginx',
  only,
}: {
  behind?: string | undefined
  only?: string | undefined
}): Promise<boolean> {
  if (process.getuid?.() !== 0) {
    process.stdout.write(NOT_ROOT)
    return false
  }
  if (await isDebianRoot()) await installPackages(...PACKAGES)
  const args = only === undefined ? [behind] : [behind, only]
  return (await runAsNobody(PROGRAM, args, LIMIT_MS)) === 0
}
