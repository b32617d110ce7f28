import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-program.ts'

/** What is read of npm's lock file. */
export interface Lock {
  packages: Record<string, LockedPackage>
}

interface LockedPackage {
  version?: string
  /** Digest of the package's archive: `sha512-` and Base64. */
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  engines?: unknown
}

/** `a` for `node_modules/b/node_modules/a`. */
export function packageName(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

const SECURITY = 'docs/security.md'

/** What a package's authors ask of those who pass it on: to name them, or nothing. MPL-2.0 asks for changed files alone. */
const LICENCES: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0'],
  ...['Apache-2.0', 'MIT AND Apache-2.0', '(MIT OR CC0-1.0)', 'Unlicense', 'MPL-2.0'],
  ...['(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'],
  ...['CC0-1.0', 'CC-BY-4.0', 'PSF-2.0'],
  // libvips beside sharp: a library of its own, unchanged and replaceable, which is what the LGPL asks
  ...['LGPL-3.0-or-later', 'Apache-2.0 AND LGPL-3.0-or-later'],
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
])

/** The names in the first column of the page's table of packages that are not released yet. */
function readReasons(page: string): string[] {
  const table = page.split('### Pre-releases')[1]?.split('\n## ')[0] ?? ''
  return [...table.matchAll(/^\| `([^`]+)` \| \S.*\|$/gm)].map(([, name]) => name!)
}

/** A sentence for each entry of the lock file that may not be there as it is. `reasons`: names, or scopes as `@a/*`. */
function findUntrusted({ packages }: Lock, reasons: readonly string[]): string[] {
  const entries = Object.entries(packages).filter(([path]) => path !== '')
  const findings: string[] = []
  const used = new Set<string>()
  for (const [path, { version = '', integrity, license, hasInstallScript }] of entries) {
    const name = packageName(path)
    if (!/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) {
      findings.push(`${name}: no sha512 digest, run node scripts/lock-upkeep.ts`)
    }
    if (!LICENCES.has(license ?? '')) findings.push(`${name}: licence ${license ?? 'not named'}`)
    const isPrerelease = version.includes('-')
    if (!isPrerelease && hasInstallScript !== true) continue
    const reason = reasons.find((each) => isMeant(each, name))
    if (reason === undefined) {
      const kind = isPrerelease ? `the pre-release ${version}` : 'a package with an install script'
      findings.push(`${name}: ${kind} without a reason in ${SECURITY}`)
    } else used.add(reason)
  }
  const idle = reasons.filter((reason) => !used.has(reason))
  return [...findings, ...idle.map((reason) => `${reason}: a reason in ${SECURITY} for nothing`)]
}

function isMeant(reason: string, name: string): boolean {
  return reason.endsWith('/*') ? name.startsWith(reason.slice(0, -1)) : reason === name
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- npm's own file
  const lock = JSON.parse(read('package-lock.json')) as Lock
  const findings = findUntrusted(lock, readReasons(read(SECURITY)))
  if (!/^ignore-scripts=true$/m.test(read('.npmrc'))) {
    findings.push('.npmrc: packages may run scripts while they are installed (ignore-scripts=true)')
  }
  for (const finding of findings) process.stdout.write(`✗ ${finding}\n`)
  process.stdout.write(`${Object.keys(lock.packages).length - 1} packages\n`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
