import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { ROOT } from '../run-program.ts'
import { listSourceFiles } from '../git.ts'

const ROOMS = /^(contract|server|web|console|sandbox|tools|scripts|faults|bench|drill|attack|e2e)\//
const CODE = /\.([cm]?js|tsx?)$/
/** `from '…'`, `import '…'` and `import('…')`, of our own files. */
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*['"]([.#][^'"]*)['"]/g

type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Files and what they import: values, types and dynamic imports alike. */
function readImports(files: readonly string[], read: (file: string) => string): ImportGraph {
  const known = new Set(files)
  return new Map(
    files.map((file) => {
      const targets = [...read(file).matchAll(IMPORT)].map(([, target]) => resolve(file, target!))
      return [file, [...new Set(targets)].filter((target) => known.has(target))]
    }),
  )
}

/** `#web/lib/call/call.ts` stands for `web/lib/call/call.ts`, as package.json says. */
function resolve(file: string, target: string): string {
  return target.startsWith('#') ? target.slice(1) : posix.join(dirname(file), target)
}

/** The shortest cycle through each file that is in one; a cycle is listed once. */
function findCycles(graph: ImportGraph): string[][] {
  const found = new Map<string, string[]>()
  for (const file of graph.keys()) {
    const cycle = shortestCycle(graph, file)
    if (cycle === null) continue
    const key = cycle.toSorted().join(' ')
    if (!found.has(key)) found.set(key, cycle)
  }
  return [...found.values()].toSorted((a, b) => a.length - b.length)
}

/** Breadth-first from a file back to itself; null when no way leads back. */
function shortestCycle(graph: ImportGraph, start: string): string[] | null {
  const importers = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const target of graph.get(file) ?? []) {
      if (target === start) return pathTo(file, importers)
      if (importers.has(target)) continue
      importers.set(target, file)
      queue.push(target)
    }
  }
  return null
}

function pathTo(file: string, importers: ReadonlyMap<string, string>): string[] {
  const path = [file]
  for (let importer = importers.get(file); importer !== undefined;) {
    path.unshift(importer)
    importer = importers.get(importer)
  }
  return path
}

if (import.meta.main) {
  const files = listSourceFiles().filter((file) => ROOMS.test(file) && CODE.test(file))
  const cycles = findCycles(readImports(files, (file) => readFileSync(join(ROOT, file), 'utf8')))
  for (const cycle of cycles) {
    process.stdout.write(`✗ ${[...cycle, cycle[0]].join('\n  → ')}\n`)
  }
  process.stdout.write(`${files.length} files, ${cycles.length} cycles\n`)
  process.exitCode = cycles.length === 0 ? 0 : 1
}
