import { parseArgs } from 'node:util'
import { endWithParent } from '../scripts/end-with-parent.ts'
import { runProgram } from '../scripts/run-program.ts'
import { checkDeploy } from './deploy.ts'
import { drillFailover } from './failover/begin.ts'
import { drillRestarts } from './restarts.ts'

const HELP = `npm run drill -- [deploy | restarts | failover] [options]

  deploy        lets each file of deploy/ be checked by the program that reads it
  restarts      restarts two nodes in turn behind nginx while requests come
  --small       fewer requests: the size of the gate
  failover      kills machines of the database, a node and proxies while orders are paid and credit is charged
  --only NAME   this one of its faults alone

Without a name all, one after the other. As root on Debian it installs what it needs; elsewhere the programs have to
be on the path. failover begins as root and goes on as the user nobody.
`

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { small: { type: 'boolean', default: false }, only: { type: 'string' } },
  })
  const drills: Readonly<Record<string, () => Promise<boolean>>> = {
    deploy: checkDeploy,
    restarts: () => drillRestarts(values.small),
    failover: () => drillFailover(values.only),
  }
  const names = positionals.length === 0 ? Object.keys(drills) : positionals
  if (names.some((name) => !Object.hasOwn(drills, name))) {
    process.stdout.write(HELP)
    return false
  }
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  if (code !== 0) throw new Error('the web does not build')
  let isGood = true
  for (const name of names) isGood = (await drills[name]!()) && isGood
  return isGood
}

endWithParent()
// every started process ends with this one
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

process.exitCode = (await main()) ? 0 : 1
