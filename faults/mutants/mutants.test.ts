import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/run-program.ts'
import { MUTANTS } from './mutants.ts'
import { applyPatch } from './mutate.ts'

test.each(Object.entries(MUTANTS))(
  'the patches of mutant %s apply to the code',
  async (_, { patches }) => {
    for (const patch of patches) {
      const text = await readFile(join(ROOT, patch.file), 'utf8')
      expect(applyPatch(text, patch)).not.toBe(text)
    }
  },
)

test('a patch whose text is missing or occurs twice is refused', () => {
  const patch = { file: 'a.ts', from: 'x', to: 'y' }
  expect(() => applyPatch('abc', patch)).toThrow('a.ts has 0 times: x')
  expect(() => applyPatch('x x', patch)).toThrow('a.ts has 2 times: x')
  expect(applyPatch('a x b', patch)).toBe('a y b')
})
