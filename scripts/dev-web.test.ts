import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHARED_FILES } from '../vite.config.ts'
import { ROOT } from './run-program.ts'

/** Names of files, relative to the repository, whose text has the pattern. */
async function filesWith(pattern: RegExp, ...folders: string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const names = await readdir(join(ROOT, folder), { recursive: true })
    for (const name of names.filter((each) => /(?<!\.test)\.(ts|tsx|css)$/.test(each))) {
      if (pattern.test(await readFile(join(ROOT, folder, name), 'utf8'))) {
        found.push(`${folder}/${name}`)
      }
    }
  }
  return found.toSorted()
}

test('§9 mock mode: no file of the site imports the mock, so no build contains it; only the development server adds it, by its flag', async () => {
  const outside = await filesWith(/(from|import\(?) ?'[^']*\bmock\//, 'web', 'server', 'contract')
  expect(outside).toEqual([])
  expect(await readFile(join(ROOT, 'vite.config.ts'), 'utf8')).not.toContain('mock')
  for (const pattern of [/VITE_MOCK'/, /\/mock\/start/]) {
    expect(await filesWith(pattern, 'web', 'server', 'scripts')).toEqual(['scripts/dev-web.ts'])
  }
})

test('files that the build lists as shared exist', () => {
  const paths = Object.values(SHARED_FILES).flat()
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})
