import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT, runProgram } from './run-program.ts'

/** Everything that is built in, runs or builds it: name, version, digest and licence of each package, as CycloneDX. */
const FILE = join(ROOT, 'dist/sbom.cdx.json')

/** Writes the list of parts from the lock file; an npm older than 10 cannot. */
export async function writeSbom(): Promise<void> {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=silent']
  // in production, as the bundler has set it, npm would leave out what is built in
  const { code, output } = await runProgram('npm', [...words, '--include=dev'], { isQuiet: true })
  if (code === 0) return writeFile(FILE, output)
  process.stderr.write(`no dist/sbom.cdx.json: npm sbom ended with ${code} (npm 10 or newer?)\n`)
}
