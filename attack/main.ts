import { parseArgs } from 'node:util'
import { startDatabaseServer } from '#harness/database-server.ts'
import { endWithParent } from '../scripts/end-with-parent.ts'
import { prepareBrowser } from '../scripts/browser.ts'
import { installPackages, isDebianRoot } from '../scripts/debian-packages.ts'
import { runProgram } from '../scripts/run-program.ts'
import type { AttackRow } from './attack.ts'
import { ATTACKS } from './attacks.ts'
import { printAttacks } from './report/print-attacks.ts'
import { isIsolated, runIsolated } from './rig/isolate.ts'
import { closeConnections } from './rig/send.ts'

const HELP = `npm run attack -- [options]

  --only NAME  ${Object.keys(ATTACKS).join(', ')}; may be given several times
  --small      seconds in place of minutes
  --calls N    of each kind in growth: 10,000, or 400 with --small

Attacks a shop in production mode, with its console and the API of applications, and prints one table. Any finding
fails. As root on Debian it installs the programs that it needs and runs without any network but this machine's own.
`

const PROGRAMS = ['nginx', 'wapiti', 'sqlmap', 'slowhttptest']

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      small: { type: 'boolean', default: false },
      calls: { type: 'string' },
    },
  })
  const names = values.only.length === 0 ? Object.keys(ATTACKS) : values.only
  const growthCalls = Number(values.calls ?? (values.small ? 400 : 10_000))
  if (names.some((name) => !(name in ATTACKS)) || !(growthCalls > 0)) {
    process.stdout.write(HELP)
    return false
  }
  if (!isIsolated()) {
    const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
    if (code !== 0) throw new Error('the web does not build')
    await prepareBrowser()
    if (await isDebianRoot()) {
      await installPackages(...PROGRAMS)
      return runIsolated(process.argv.slice(2))
    }
  }
  await using database = await startDatabaseServer()
  const options = { database, isSmall: values.small, growthCalls }
  const rows: AttackRow[] = []
  // a run that is stopped tells what it has found so far
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.prependListener(signal, () => printAttacks(rows))
  for (const name of names) rows.push(...(await runAttack(name, options)))
  closeConnections()
  return printAttacks(rows)
}

/** One that breaks off is a finding, and the others go on. */
async function runAttack(
  name: string,
  options: Parameters<(typeof ATTACKS)[string]>[0],
): Promise<AttackRow[]> {
  const startedAt = performance.now()
  process.stdout.write(`${name} …`)
  const rows = await ATTACKS[name]!(options).catch((error: unknown) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return [{ attack: name, requests: 0, findings: [`broke off: ${text}`], note: '' }]
  })
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const findings = rows.reduce((sum, row) => sum + row.findings.length, 0)
  process.stdout.write(` ${seconds} s${findings === 0 ? '' : `, ${findings} findings`}\n`)
  return rows
}

endWithParent()
// every started process ends with this one
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

process.exitCode = (await main()) ? 0 : 1
