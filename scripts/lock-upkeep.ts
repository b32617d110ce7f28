import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageName, type Lock } from './gate/dependencies.ts'
import { ROOT, runProgram } from './run-program.ts'

const FILE = join(ROOT, 'package-lock.json')

/**
 * Puts the lock file in order after a change of packages: removes the packages' demands on the machine's Node (the
 * Node among the packages runs them), and asks the registry for the digests of packages for other platforms, which npm
 * leaves out.
 */
async function tidyLockFile(): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm's own file
  const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock
  for (const [path, meta] of Object.entries(lock.packages)) {
    if (path === '') continue
    delete meta.engines
    meta.integrity ??= await findIntegrity(`${packageName(path)}@${meta.version}`)
  }
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
}

async function findIntegrity(name: string): Promise<string> {
  const { output } = await runProgram(
    'npm',
    ['view', name, 'dist.integrity', '--loglevel=silent'],
    { isQuiet: true },
  )
  const integrity = output.trim()
  if (!integrity.startsWith('sha512-')) throw new Error(`the registry names no digest of ${name}`)
  process.stdout.write(`${name}: ${integrity}\n`)
  return integrity
}

await tidyLockFile()
