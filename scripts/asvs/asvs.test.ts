import { expect, test } from 'vitest'
import { ALL_REQUIREMENTS } from './all-requirements.ts'
import { findFaults } from './find-faults.ts'
import { LEVELS, listRequired } from './levels.ts'
import { renderPage } from './render-page.ts'
import type { Requirement } from './requirement.ts'

const FILES: Record<string, string> = {
  'server/a.test.ts': "test('a code serves once', () => {})",
  'server/a.ts': 'a code serves once',
  'docs/a.md': '# A\n\n## “I got no mail”\n\n## 消息（Webhook）\n',
}
const required = new Map([['V1.1.1', 1]])

function faultsOf(...entries: readonly Partial<Requirement>[]): string[] {
  const whole = entries.map((entry) => ({ id: 'V1.1.1', what: 'codes serve once', ...entry }))
  return findFaults(whole, (path) => FILES[path] ?? null, required)
}

test('the table has the 345 requirements of the standard, 253 of them of levels 1 and 2', () => {
  const digits = Object.values(LEVELS).join('')
  const counts = ['1', '2', '3'].map((level) => digits.split(level).length - 1)
  expect(counts).toEqual([70, 183, 92])
  expect(digits).toHaveLength(345)
  expect(listRequired({ 'V1.5': '123' })).toEqual(
    new Map([
      ['V1.5.1', 1],
      ['V1.5.2', 2],
    ]),
  )
})

test('a requirement without an entry is found, so is an entry twice or of no requirement', () => {
  expect(findFaults([], () => null, required)).toEqual(['V1.1.1: no entry in scripts/asvs/'])
  expect(faultsOf({ exception: 'None.' }, { open: 'all' })).toEqual(['V1.1.1: 2 entries'])
  expect(faultsOf({ open: 'all' }, { id: 'V1.1.9', open: 'all' })).toEqual([
    'V1.1.9: no requirement of level 1 or 2',
  ])
})

test('every other requirement than those mapped is missed', () => {
  for (const id of listRequired().keys()) {
    const others = ALL_REQUIREMENTS.filter((entry) => entry.id !== id)
    expect(findFaults(others, () => null)).toContain(`${id}: no entry in scripts/asvs/`)
  }
})

test('a test that is named has to stand in its file, a heading in its page', () => {
  expect(faultsOf({ tests: ['server/a.test.ts › a code serves once'] })).toEqual([])
  const tests = [
    'server/a.test.ts › a code serves twice',
    'server/b.test.ts › x',
    'server/a.test.ts',
  ]
  expect(faultsOf({ tests: [...tests, 'server/a.ts › a code serves once'] })).toEqual([
    'V1.1.1: server/a.test.ts has no “a code serves twice”',
    'V1.1.1: no file server/b.test.ts',
    'V1.1.1: server/a.test.ts has no “”',
    'V1.1.1: server/a.ts is no test',
  ])
  expect(
    faultsOf({ docs: ['docs/a.md', 'docs/a.md#i-got-no-mail', 'docs/a.md#消息webhook'] }),
  ).toEqual([])
  expect(faultsOf({ docs: ['docs/b.md', 'docs/a.md#b'] })).toEqual([
    'V1.1.1: no file docs/b.md',
    'V1.1.1: docs/a.md has no heading #b',
  ])
})

test('an entry has something that holds it, or an exception, not both', () => {
  const neither = ['V1.1.1: neither test, page, exception nor what is open']
  const both = ['V1.1.1: an exception beside what holds it']
  expect(faultsOf({})).toEqual(neither)
  expect(faultsOf({ tests: [], exception: '' })).toEqual(neither)
  expect(faultsOf({ exception: 'None.', docs: ['docs/a.md'] })).toEqual(both)
  expect(faultsOf({ exception: 'None.', open: 'all' })).toEqual(both)
  expect(faultsOf({ open: 'the rest', docs: ['docs/a.md'] })).toEqual([])
  expect(faultsOf({ what: 'one two three four five six seven eight nine', open: 'all' })).toEqual([
    'V1.1.1: 9 words for what it asks',
  ])
})

test('the page has each requirement with what holds it, and what is open at its end', () => {
  const page = renderPage(
    [
      {
        id: 'V1.1.1',
        what: 'codes | serve once',
        tests: ['a.test.ts › a <code>'],
        open: 'the rest',
      },
      { id: 'V1.1.2', what: 'pages', docs: ['docs/a.md#b', 'ARCHITECTURE.md'] },
      { id: 'V1.1.3', what: 'LDAP', exception: 'None.' },
    ],
    new Map([
      ['V1.1.1', 1],
      ['V1.1.2', 2],
      ['V1.1.3', 2],
    ]),
  )
  const codes = String.raw`| V1.1.1 | 1 | codes \| serve once | ${'`a.test.ts`'}: a &lt;code><br>*Open*, see the end |`
  expect(page).toContain(codes)
  expect(page).toContain('[docs/a.md#b](a.md#b)<br>[ARCHITECTURE.md](../ARCHITECTURE.md)')
  expect(page).toContain('| V1.1.3 | 2 | LDAP | *Exception:* None. |')
  expect(page).toContain('3 requirements: 1 held, 1 that do not apply or are accepted, 1 open.')
  expect(page).toMatch(/## Open\n\n- \*\*V1\.1\.1\*\* \(level 1\): the rest\n$/)
})
