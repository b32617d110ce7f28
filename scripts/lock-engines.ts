import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-program.ts'

interface Lock {
  packages: Record<string, { engines?: unknown }>
}

const FILE = join(ROOT, 'package-lock.json')

/** Removes the packages' demands on the machine's Node from the lock file: the Node among the packages runs them. */
function forgetEngines(): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm's own file
  const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock
  for (const [path, meta] of Object.entries(lock.packages)) {
    if (path !== '') delete meta.engines
  }
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
}

forgetEngines()
