import { parseArgs } from 'node:util'
import { endWithParent } from '../scripts/end-with-parent.ts'
import { installPackages, isDebianRoot } from '../scripts/debian-packages.ts'
import { runProgram } from '../scripts/run-program.ts'
import { CHECKERS, checkDeploy, printDeploy } from './deploy/check-deploy.ts'
import { PROXIES } from './restarts/proxies.ts'
import { printRestarts } from './restarts/print-restarts.ts'
import { runRestarts } from './restarts/run-restarts.ts'

const HELP = `npm run drill -- restarts [options]

  restarts        restarts two nodes in turn behind ${PROXIES.join(', ')} while requests come
  --small         two proxies and fewer requests: the size of the gate

As root on Debian it installs the proxies; elsewhere they have to be on the path.
`

const SIZES = {
  small: { proxies: ['nginx', 'haproxy'], requests: 5_000, restarts: 4 },
  large: { proxies: PROXIES, requests: 15_000, restarts: 8 },
} as const

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { small: { type: 'boolean', default: false } },
  })
  if (positionals.join(' ') !== 'restarts') {
    process.stdout.write(HELP)
    return false
  }
  const size = values.small ? SIZES.small : SIZES.large
  if (await isDebianRoot()) await installPackages(...size.proxies)
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  if (code !== 0) throw new Error('the web does not build')
  return printRestarts(await runRestarts(size))
}

endWithParent()
// every started process ends with this one
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

process.exitCode = (await main()) ? 0 : 1
