import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/run-program.ts'

const CONTAINER = join(ROOT, 'deploy/container')

/** Paths in the repository where secrets lie by the recipes and the README. */
async function secretPaths(): Promise<string[]> {
  const compose = await readFile(join(CONTAINER, 'compose.yaml'), 'utf8')
  const files = [...compose.matchAll(/file: (\S*secrets\/[\w-]+)/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(4)
  const ofCompose = files.map((path) => relative(ROOT, join(CONTAINER, path)))
  return [...ofCompose, '.env', 'data/secrets/secret-key']
}

/** Whether the file's patterns, which are paths of files and folders, leave this path out. */
async function isLeftOutBy(file: string, path: string): Promise<boolean> {
  const lines = (await readFile(join(ROOT, file), 'utf8')).split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^\//, '').replace(/\/$/, ''))
    .some((pattern) => path === pattern || path.startsWith(`${pattern}/`))
}

test.each(['.dockerignore', '.gitignore'])(
  'no secret of a recipe gets past %s into an image or a commit',
  async (file) => {
    for (const path of await secretPaths()) {
      expect([path, await isLeftOutBy(file, path)]).toEqual([path, true])
    }
  },
)
