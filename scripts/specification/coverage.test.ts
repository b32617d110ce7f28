import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'
import { SPECIFICATION_ROWS } from './rows.ts'

const rows = [
  ['§8 time-out', 'says so'],
  ['§9 request time-out', '10 s'],
] as const
const both = {
  file: 'web/lib/call.test.ts',
  name: '§8 time-out, §9 request time-out: after 10 s it gives up',
  hasPassed: true,
}

test('a test may hold several rows, and stands beside each of them', () => {
  const { page, faults } = coverageOf([both], rows)
  expect(faults).toEqual([])
  const row = 'after 10 s it gives up (web/lib/call.test.ts)'
  expect(page).toContain(`| time-out |  | says so | ${row} |`)
  expect(page).toContain(`| request time-out |  | 10 s | ${row} |`)
})

test('a row whose only test fails, or that has none, is a fault', () => {
  expect(coverageOf([{ ...both, hasPassed: false }], rows).faults).toEqual([
    '§8 time-out is held by no test that passed',
    '§9 request time-out is held by no test that passed',
  ])
})

test('a row about the client that no journey holds is a fault', () => {
  const client = [['§8 time-out', 'says so', 'client']] as const
  const unit = { ...both, name: '§8 time-out: after 10 s it gives up' }
  expect(coverageOf([unit], client).faults).toEqual([
    '§8 time-out is about the client, and held by no journey that passed',
  ])
  const journey = { ...unit, file: 'e2e/time.e2e.ts' }
  const { page, faults } = coverageOf([unit, journey], client)
  expect(faults).toEqual([])
  expect(page).toContain('| time-out | ● | says so |')
})

test('a key that is no row is a fault, not a silence', () => {
  const misspelt = { ...both, name: '§8 timeout: it says so' }
  expect(coverageOf([both, misspelt], rows).faults).toEqual([
    'web/lib/call.test.ts names §8 timeout, which is no row',
  ])
})

test('the order in which tests ran does not change the page', () => {
  const other = { ...both, file: 'e2e/time.e2e.ts' }
  expect(coverageOf([both, other], rows)).toEqual(coverageOf([other, both], rows))
})

test('every row has a key of its own, of sections 2 to 9 in their order', () => {
  const keys = SPECIFICATION_ROWS.map(([key]) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => !/^§[2-9] [^:,]+$/.test(key))).toEqual([])
  const sections = keys.map((key) => key.slice(1, 2))
  expect(sections).toEqual(sections.toSorted())
  expect(new Set(sections).size).toBe(8)
})
