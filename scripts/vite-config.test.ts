import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHARED_FILES } from '../vite.config.ts'
import { ROOT } from './run-program.ts'

test.for(Object.entries(SHARED_FILES))('files listed for the built file %s exist', ([, paths]) => {
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
