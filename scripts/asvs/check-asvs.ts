import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-program.ts'
import { ALL_REQUIREMENTS } from './all-requirements.ts'
import { findFaults } from './find-faults.ts'
import { renderPage } from './render-page.ts'

const PAGE = 'docs/asvs.md'
const STALE = `${PAGE} is out of date: node scripts/asvs/check-asvs.ts --write`

const texts = new Map<string, string | null>()

function read(path: string): string | null {
  const known = texts.get(path)
  if (known !== undefined) return known
  let text: string | null = null
  try {
    text = readFileSync(join(ROOT, path), 'utf8')
  } catch {
    // the check names what is missing
  }
  texts.set(path, text)
  return text
}

const page = renderPage(ALL_REQUIREMENTS)
if (process.argv.includes('--write')) writeFileSync(join(ROOT, PAGE), page)
const faults = findFaults(ALL_REQUIREMENTS, read)
if (read(PAGE) !== page) faults.push(STALE)
for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
const open = ALL_REQUIREMENTS.filter((entry) => entry.open !== undefined)
for (const { id, open: missing } of open) process.stdout.write(`open ${id}: ${missing}\n`)
process.stdout.write(`${ALL_REQUIREMENTS.length} requirements, ${open.length} open\n`)
process.exitCode = faults.length === 0 ? 0 : 1
