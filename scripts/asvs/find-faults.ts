import { listRequired } from './levels.ts'
import type { Requirement } from './requirement.ts'

/** Text of a file of the repository; null when there is none. */
export type ReadFile = (path: string) => string | null

const SEPARATOR = ' › '
/** Tests, journeys, and rules that the gate applies to the sources. */
const HOLDER = /(\.test\.tsx?|\.e2e\.ts)$|^(oxlint\.config\.ts$|scripts\/(lint|gate)\/)/
const MOST_WORDS = 8

/** A sentence for each requirement that nobody has mapped, and for each entry that does not hold. */
export function findFaults(
  entries: readonly Requirement[],
  read: ReadFile,
  required: ReadonlyMap<string, number> = listRequired(),
): string[] {
  const byId = Map.groupBy(entries, ({ id }) => id)
  const missing = [...required.keys()]
    .filter((id) => !byId.has(id))
    .map((id) => `${id}: no entry in scripts/asvs/`)
  const repeated = [...byId]
    .filter(([, own]) => own.length > 1)
    .map(([id, own]) => `${id}: ${own.length} entries`)
  return [...missing, ...repeated, ...entries.flatMap((entry) => faultsOf(entry, read, required))]
}

function faultsOf(
  { id, what, tests = [], docs = [], exception, open }: Requirement,
  read: ReadFile,
  required: ReadonlyMap<string, number>,
): string[] {
  const faults = required.has(id) ? [] : ['no requirement of level 1 or 2']
  const words = what.split(' ').filter(Boolean).length
  if (words === 0 || words > MOST_WORDS) faults.push(`${words} words for what it asks`)
  const isHeld = tests.length + docs.length > 0
  if (exception !== undefined && (isHeld || open !== undefined)) {
    faults.push('an exception beside what holds it')
  }
  if (!isHeld && !exception && !open) faults.push('neither test, page, exception nor what is open')
  const found = [
    ...tests.flatMap((test) => testFaults(test, read)),
    ...docs.flatMap((doc) => docFaults(doc, read)),
  ]
  return [...faults, ...found].map((fault) => `${id}: ${fault}`)
}

function testFaults(test: string, read: ReadFile): string[] {
  const [file = '', title = ''] = test.split(SEPARATOR)
  if (!HOLDER.test(file)) return [`${file} is no test`]
  const text = read(file)
  if (text === null) return [`no file ${file}`]
  return title !== '' && text.includes(title) ? [] : [`${file} has no “${title}”`]
}

function docFaults(doc: string, read: ReadFile): string[] {
  const [file = '', anchor] = doc.split('#')
  const text = read(file)
  if (text === null) return [`no file ${file}`]
  if (anchor === undefined) return []
  return headingAnchors(text).includes(anchor) ? [] : [`${file} has no heading #${anchor}`]
}

/** Anchors as GitHub makes them from headings. */
function headingAnchors(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
