import { expect, test } from 'vitest'
import { findUntrusted, readReasons } from './dependencies.ts'
import type { LockedPackage } from './lock-file.ts'

const INTEGRITY = `sha512-${'A'.repeat(86)}==`
const GOOD = { version: '1.2.3', integrity: INTEGRITY, license: 'MIT' }

function found(meta: LockedPackage, reasons: string[] = []) {
  return findUntrusted({ packages: { '': {}, 'node_modules/b/node_modules/@s/a': meta } }, reasons)
}

test('package with a digest, a known licence and a release is trusted', () => {
  expect(found(GOOD)).toEqual([])
})

test.each([
  ['no digest', { version: '1.2.3', license: 'MIT' }, '@s/a: no sha512 digest'],
  ['a weak digest', { ...GOOD, integrity: 'sha1-abc' }, '@s/a: no sha512 digest'],
  ['no licence', { version: '1.2.3', integrity: INTEGRITY }, '@s/a: licence not named'],
  ['another licence', { ...GOOD, license: 'GPL-3.0' }, '@s/a: licence GPL-3.0'],
  ['a pre-release', { ...GOOD, version: '2.0.0-beta.1' }, '@s/a: the pre-release 2.0.0-beta.1'],
  ['an install script', { ...GOOD, hasInstallScript: true }, '@s/a: a package with an install'],
])('package with %s is found', (_, meta, finding) => {
  expect(found(meta)).toEqual([expect.stringContaining(finding)])
})

test('reason names a package or a scope; one that nothing needs is found', () => {
  const early = { ...GOOD, version: '2.0.0-beta.1' }
  expect(found(early, ['@s/a'])).toEqual([])
  expect(found(early, ['@s/*'])).toEqual([])
  expect(found(early, ['@other/*', '@s/*'])).toEqual([expect.stringContaining('@other/*')])
})

test('reasons are read from the table of the page, empty ones are none', () => {
  const page =
    '### Pre-releases\n\n| Package | Reason |\n|---|---|\n| `a` | wanted |\n| `b` | |\n\n## Next\n| `c` | no |\n'
  expect(readReasons(page)).toEqual(['a'])
})
