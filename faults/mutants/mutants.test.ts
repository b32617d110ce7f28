import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/run-program.ts'
import { MUTANTS } from './mutants.ts'
import { RULE_MUTANTS } from './rule-mutants.ts'
import { applyPatch } from './mutate.ts'

test('the patches of every mutant apply to the code', async () => {
  for (const { patches } of [...Object.values(MUTANTS), ...Object.values(RULE_MUTANTS)]) {
    for (const patch of patches) {
      const text = await readFile(join(ROOT, patch.file), 'utf8')
      expect(applyPatch(text, patch)).not.toBe(text)
    }
  }
})

test('a patch finds its place however the code is laid out', () => {
  const patch = { file: 'a.ts', from: 'call(a, b)', to: 'x' }
  expect(applyPatch('y(call(\n  a,\n  b,\n))', patch)).toBe('y(x)')
})

test('a patch whose text is missing or occurs twice is refused', () => {
  const patch = { file: 'a.ts', from: 'x', to: 'y' }
  expect(() => applyPatch('abc', patch)).toThrow('a.ts has 0 times: x')
  expect(() => applyPatch('x x', patch)).toThrow('a.ts has 2 times: x')
  expect(applyPatch('a x b', patch)).toBe('a y b')
})
