import { expect, test } from 'vitest'
import { findUncoveredRows } from './coverage.ts'
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

test('a test that names several rows holds each of them', () => {
  expect(findUncoveredRows([both], rows)).toEqual([])
})

test('a row whose only test fails, or that has none, is a fault', () => {
  expect(findUncoveredRows([{ ...both, hasPassed: false }], rows)).toEqual([
    '§8 time-out is held by no test that passed',
    '§9 request time-out is held by no test that passed',
  ])
})

test('a row about the client needs a journey', () => {
  const client = [['§8 time-out', 'says so', 'client']] as const
  const unit = { ...both, name: '§8 time-out: after 10 s it gives up' }
  expect(findUncoveredRows([unit], client)).toEqual([
    '§8 time-out is about the client, and held by no journey that passed',
  ])
  const journey = { ...unit, file: 'e2e/original/calls.e2e.ts' }
  expect(findUncoveredRows([unit, journey], client)).toEqual([])
})

test('a key that is no row is a fault', () => {
  const misspelt = { ...both, name: '§8 timeout: it says so' }
  expect(findUncoveredRows([both, misspelt], rows)).toEqual([
    'web/lib/call.test.ts names §8 timeout, which is no row',
  ])
})

test('every row has a key of its own, of sections 2 to 9 in their order', () => {
  const keys = SPECIFICATION_ROWS.map(([key]) => key)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => !/^§[2-9] [^:,]+$/.test(key))).toEqual([])
  const sections = keys.map((key) => key.slice(1, 2))
  expect(sections).toEqual(sections.toSorted())
  expect(new Set(sections).size).toBe(8)
})
