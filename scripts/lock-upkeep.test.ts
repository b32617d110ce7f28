import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run-program.ts'

test('lock file has no engines but our own: after a change of packages run node scripts/lock-upkeep.ts', async () => {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  const named = Object.keys(packages).filter((path) => packages[path].engines !== undefined)
  expect(named).toEqual([''])
})
