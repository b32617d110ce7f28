import { expect, test } from 'vitest'
import { findCycles, readImports } from './import-cycles.ts'

function cyclesOf(sources: Record<string, string>): string[][] {
  return findCycles(readImports(Object.keys(sources), (file) => sources[file]!))
}

test('files that import each other are a cycle, by path or by alias', () => {
  const sources = {
    'web/a.ts': `import { b } from './lib/b.ts'`,
    'web/lib/b.ts': `export * from '#web/a.ts'`,
  }
  expect(cyclesOf(sources)).toEqual([['web/a.ts', 'web/lib/b.ts']])
})

test('types and dynamic imports count, over several lines too', () => {
  const sources = {
    'web/a.ts': `import {\n  type B,\n} from './b.ts'`,
    'web/b.ts': `import type { C } from './c.ts'`,
    'web/c.ts': `const load = () => import('./a.ts')`,
  }
  expect(cyclesOf(sources)).toEqual([['web/a.ts', 'web/b.ts', 'web/c.ts']])
})

test('two files that import a third one are no cycle, nor is a package of the same name', () => {
  const sources = {
    'a.ts': `import './c.ts'\nimport 'b.ts'`,
    'b.ts': `import './c.ts'\nimport './a.ts'`,
    'c.ts': `import { z } from 'zod/mini'`,
  }
  expect(cyclesOf(sources)).toEqual([])
})

test('a cycle is listed once, and the shortest one first', () => {
  const sources = {
    'a.ts': `import './b.ts'`,
    'b.ts': `import './c.ts'\nimport './d.ts'`,
    'c.ts': `import './a.ts'`,
    'd.ts': `import './b.ts'`,
  }
  expect(cyclesOf(sources)).toEqual([
    ['b.ts', 'd.ts'],
    ['a.ts', 'b.ts', 'c.ts'],
  ])
})
