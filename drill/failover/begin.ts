import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages, isDebianRoot } from '../../scripts/debian-packages.ts'
import { MACHINES } from './local-file.ts'

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

/** Installs, prepares and runs the drill, all faults or this one; returns whether all went well. */
export async function drillFailover(only?: string): Promise<boolean> {
  if (process.getuid?.() !== 0) {
    process.stdout.write(NOT_ROOT)
    return false
  }
  if (await isDebianRoot()) await installPackages(...PACKAGES)
  return (await runAsNobody(only === undefined ? [] : [only])) === 0
}

const NOBODY = 65_534
const DISK = '512m'

/**
 * What only root may do: a network, processes and disks of their own, which end with the drill. Then the rest as the
 * user nobody. The first process waits for those that lose their parents.
 */
const SCRIPT = `set -e
folder=$1
shift
owned=uid=${NOBODY},gid=${NOBODY},mode=700
ip link set lo up
mount -t tmpfs -o mode=1777 drill /dev/shm
mount -t tmpfs -o "size=1g,$owned" drill "$folder"
${MACHINES.map(
  ({ name, address }) => `ip address add ${address}/24 dev lo
mkdir "$folder/${name}"
mount -t tmpfs -o "size=${DISK},$owned" drill "$folder/${name}"`,
).join('\n')}
set +e
as_nobody="setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups"
if ! $as_nobody test -r "$2"
then
  echo "nobody may not read $2: put the repository where all users may read it"
  exit 1
fi
$as_nobody "$@"
exit $?
`

const NAMESPACES = ['--mount', '--pid', '--net', '--ipc', '--mount-proc', '--fork', '--kill-child']

/** Runs the drill's program with these arguments as nobody, with an empty folder as the last one; returns its exit code. */
async function runAsNobody(args: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-drill-'))
  // here it is empty all the time: what is mounted on it is seen in the namespace alone
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const command = ['sh', '-c', SCRIPT, 'sh', folder, process.execPath, PROGRAM, ...args, folder]
  // the namespaces end with unshare, and unshare with this process
  const child: ChildProcess = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', 'unshare', ...NAMESPACES, ...command],
    { stdio: 'inherit', env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder } },
  )
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  try {
    const [code]: (number | null)[] = await once(child, 'exit')
    return code ?? 1
  } finally {
    clearTimeout(timer)
  }
}
