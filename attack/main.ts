import { parseArgs } from 'node:util'
import { startDatabaseServer } from '#harness/database-server.ts'
import { endWithParent } from '../scripts/end-with-parent.ts'
import { runProgram } from '../scripts/run-program.ts'
import { forgeCalls } from './csrf.ts'
import { enumerateAccounts } from './enumeration.ts'
import { growTables } from './growth.ts'
import { guessAll } from './guessing.ts'
import { closeConnections } from '#harness/send-request.ts'
import { type Attack, type AttackOptions, type AttackRow, printAttacks } from './tally.ts'
import { forgeEvents } from './webhooks.ts'

/** Every attack by its name, in the order of a whole run. */
const ATTACKS: Readonly<Record<string, Attack>> = {
  guessing: guessAll,
  enumeration: enumerateAccounts,
  csrf: forgeCalls,
  webhooks: forgeEvents,
  growth: growTables,
}

const HELP = `npm run attack -- [options]

  --only NAME  ${Object.keys(ATTACKS).join(', ')}; may be given several times
  --small      seconds in place of minutes
  --calls N    of each kind in growth: 10,000, or 400 with --small

Attacks a shop in production mode, with its console and the API of applications, and prints one table. Any finding
fails.
`

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
  const { code } = await runProgram(process.execPath, ['scripts/build.ts'])
  if (code !== 0) throw new Error('the web does not build')
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

/** An attack that breaks off is a finding, and the others go on. */
async function runAttack(name: string, options: AttackOptions): Promise<AttackRow[]> {
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
