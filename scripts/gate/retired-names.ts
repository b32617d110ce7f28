import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run-program.ts'
import { listSourceFiles } from '../git.ts'

const GLOSSARY = 'docs/glossary.md'
const HEADING = '## Retired names'
/** Texts about the past, and files that must not change. */
const EXEMPT = /^(docs\/(glossary\.md|decisions\/)|server\/db\/migrations\/|package-lock\.json$)/
const TEXT = /\.([cm]?[jt]sx?|json|md|sql|css|html|sh|yml)$|^\.(ci|githooks)\//

/** The names in the first column of the glossary's table of retired names. */
function readRetiredNames(glossary: string): string[] {
  const table = glossary.split(HEADING)[1]?.split('\n## ')[0] ?? ''
  return [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name!)
}

/** `file:line: name` for each retired name in a text, as a whole identifier or a whole file name. */
function findRetiredNames(file: string, text: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const any = names.map((name) => RegExp.escape(name)).join('|')
  const whole = new RegExp(String.raw`(?<![\w$-])(?:${any})(?![\w$-])`, 'g')
  const inPath = [...file.matchAll(whole)].map(([name]) => `${file}: ${name}`)
  const inText = text
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(whole)].map(([name]) => `${file}:${index + 1}: ${name}`),
    )
  return [...inPath, ...inText]
}

if (import.meta.main) {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const names = readRetiredNames(read(GLOSSARY))
  const files = listSourceFiles().filter((file) => TEXT.test(file) && !EXEMPT.test(file))
  const found = files.flatMap((file) => findRetiredNames(file, read(file), names))
  for (const place of found) process.stdout.write(`✗ ${place}\n`)
  process.stdout.write(`${names.length} retired names, found in ${found.length} places\n`)
  const isGood = names.length > 0 && found.length === 0
  process.exitCode = isGood ? 0 : 1
}
