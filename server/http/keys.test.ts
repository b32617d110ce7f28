import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

test('docs/security.md lists each purpose of a key, once', async () => {
  const source = await readFile(new URL('keys.ts', import.meta.url), 'utf8')
  const [union = ''] = /type KeyPurpose =\n( {2}\| '.*\n)+/.exec(source) ?? []
  const purposes = [...union.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name)
  expect(purposes).toContain('pepper')
  const page = await readFile('docs/security.md', 'utf8')
  const table = page.split('<!-- keys -->')[1]?.split('Keys that are not')[0] ?? ''
  const listed = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
  )
  expect(listed.toSorted()).toEqual(purposes.toSorted())
})
