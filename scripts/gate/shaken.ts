import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../run-program.ts'
import { type Finding, printLine, sumFindings } from './finding.ts'
import { runJourneys } from './journeys.ts'
import { runUnitTests } from './unit-tests.ts'

const PRELOAD = pathToFileURL(join(ROOT, 'scripts/shaken/delay-answers.mjs')).href
const BUSY_PROCESSES = 2

/**
 * Runs all journeys and the web's tests with responses delayed at random and two busy processes. A test
 * that fails only here waits for a time instead of for an event.
 */
export async function runShaken(given: string | undefined): Promise<Finding> {
  const seed = given ?? String(randomInt(1_000_000))
  printLine(`shaken by seed ${seed}; again: npm run check -- --shaken --seed ${seed}`)
  const busy = Array.from({ length: BUSY_PROCESSES }, startBusyProcess)
  try {
    const tests = await runUnitTests('all', {
      given: ['--project', 'web'],
      env: { SHAKEN_SEED: seed },
    })
    const journeys = await runJourneys('all', {
      env: { SHAKEN_SEED: seed, SHAKEN_PRELOAD: PRELOAD },
    })
    return sumFindings([tests, journeys])
  } finally {
    for (const child of busy) child.kill()
    printLine(`shaken by seed ${seed}`)
  }
}

/** Ends with this process, even when that is killed: its pipe closes. */
function startBusyProcess(): ChildProcess {
  const endless = `process.stdin.on('end', () => process.exit()).resume()
    const work = () => { const end = Date.now() + 20; while (Date.now() < end); setImmediate(work) }
    work()`
  return spawn(process.execPath, ['--eval', endless], { stdio: ['pipe', 'ignore', 'ignore'] })
}
