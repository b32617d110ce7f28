import { parseArgs } from 'node:util'
import { endWithParent } from '../scripts/end-with-parent.ts'
import { installPackages, isDebianRoot } from '../scripts/debian-packages.ts'
import { runProgram } from '../scripts/run-program.ts'
import { CHECKERS, checkDeploy, printDeploy } from './deploy/check-deploy.ts'
import { runPrometheus } from './deploy/run-prometheus.ts'
import { drillFailover } from './failover/drill-failover.ts'
import { PROXIES } from '#harness/production/proxies.ts'
import { printRestarts } from './restarts/print-restarts.ts'
import { drillReplica } from './replica/drill-replica.ts'
import { runRestarts } from './restarts/run-restarts.ts'

const HELP = `npm run drill -- [deploy | restarts | failover | replica] [options]

  deploy          lets each file of deploy/ be checked by the program that reads it, and Prometheus watch a node

  restarts        restarts two nodes in turn behind ${PROXIES.join(', ')} while requests come
  --small         two proxies and fewer requests: the size of the gate
  failover        kills machines of the database, a node and proxies while orders are paid and credit is charged
  --behind PROXY  nginx (as a rule) or another one in front of the nodes
  --only NAME     this one of its faults alone
  replica         reads customers' lists from a standby of Debian's PostgreSQL, which falls behind, stops, is promoted

Without a name all, one after the other. As root on Debian it installs what it needs; elsewhere the programs have to
be on the path. failover begins as root and goes on as the user nobody.
`

const SIZES = {
  small: { proxies: ['nginx', 'haproxy'], requests: 5_000, restarts: 4 },
  large: { proxies: PROXIES, requests: 15_000, restarts: 8 },
} as const

const DRILLS = ['deploy', 'restarts', 'failover', 'replica']

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      small: { type: 'boolean', default: false },
      only: { type: 'string' },
      behind: { type: 'string' },
    },
  })
  const names = positionals.length === 0 ? DRILLS : positionals
  if (names.length > DRILLS.length || names.some((name) => !DRILLS.includes(name))) {
    process.stdout.write(HELP)
    return false
  }
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  if (code !== 0) throw new Error('the web does not build')
  const drills: Readonly<Record<string, () => Promise<boolean>>> = {
    deploy: drillDeploy,
    restarts: () => drillRestarts(values.small),
    failover: () => drillFailover(values),
    replica: drillReplica,
  }
  let isGood = true
  for (const name of names) isGood = (await drills[name]!()) && isGood
  return isGood
}

async function drillDeploy(): Promise<boolean> {
  if (await isDebianRoot()) await installPackages(...CHECKERS)
  return printDeploy([...(await checkDeploy()), await runPrometheus()])
}

async function drillRestarts(isSmall: boolean): Promise<boolean> {
  const size = isSmall ? SIZES.small : SIZES.large
  if (await isDebianRoot()) await installPackages(...size.proxies)
  return printRestarts(await runRestarts(size))
}

endWithParent()
// every started process ends with this one
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

process.exitCode = (await main()) ? 0 : 1
