import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable } from '../harness/format-table.ts'
import { ROOT } from './run-program.ts'

// Prints what the house consists of, room by room, against the most that it may be: `npm run house`.

const PRODUCT = ['server', 'web', 'console', 'contract', 'sandbox', 'tools']
const APPARATUS = ['scripts', 'harness', 'bench', 'faults', 'drill', 'attack', 'e2e']

interface Room {
  source: number
  tests: number
  files: number
  words: number
}

const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$|\/testing\//.test(file)
const isSource = (file: string): boolean => /\.(tsx?|mjs|cjs|css|sql|html|py|sh)$/.test(file)

/** Chinese has no spaces: two of its characters count as a word. */
function countWords(text: string): number {
  const others = text
    .replaceAll(/\p{Script=Han}/gu, '')
    .split(/\s+/)
    .filter(Boolean)
  return others.length + Math.round((text.match(/\p{Script=Han}/gu) ?? []).length / 2)
}

function roomOf(file: string): string {
  const [top = '', second = ''] = file.split('/')
  if (!file.includes('/')) return 'root'
  return top === 'server' || top === 'web' ? `${top}/${second.includes('.') ? '' : second}` : top
}

const rooms = new Map<string, Room>()
const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
for (const file of files.split('\0').filter(Boolean)) {
  const name = roomOf(file)
  const room = rooms.get(name) ?? { source: 0, tests: 0, files: 0, words: 0 }
  rooms.set(name, room)
  room.files += 1
  if (!isSource(file) && !file.endsWith('.md')) continue
  const text = readFileSync(join(ROOT, file), 'utf8')
  // pages of content/ are the product's texts, not documents about it
  if (file.startsWith('content/pages/')) continue
  if (file.endsWith('.md')) room.words += countWords(text)
  else room[isTest(file) ? 'tests' : 'source'] += text.split('\n').length - 1
}

const sumOf = (key: keyof Room, tops?: readonly string[]): number =>
  [...rooms]
    .filter(([name]) => tops === undefined || tops.includes(name.split('/')[0]!))
    .reduce((sum, [, room]) => sum + room[key], 0)
function print(headings: string[], rows: (string | number)[][]): void {
  const lines = formatTable(
    headings,
    rows.map((row) => row.map(String)),
  )
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

print(
  ['room', 'source', 'tests', 'files', 'words of docs'],
  [...rooms]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, room]) => [name, room.source, room.tests, room.files, room.words]),
)
print(
  ['the whole', 'now', 'at most'],
  [
    ['source of the product, lines', sumOf('source', PRODUCT), 90_000],
    ['apparatus, lines', sumOf('source', APPARATUS), 9_000],
    ['tests, lines', sumOf('tests'), 42_000],
    ['files', sumOf('files'), 1_700],
    ['documents, words', sumOf('words'), 30_000],
  ],
)
