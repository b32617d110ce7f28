import { expect, test } from 'vitest'
import type { Sent } from '../../rig/send.ts'
import { formatTable } from '#harness/format-table.ts'
import { listViolations } from './list-violations.ts'
import { toFailedCall, longestPause, summarizeFault } from './summarize-fault.ts'

const REFUSAL = '{"statusCode":503,"code":"DEPENDENCY_DOWN","message":"","data":null}'
const GOOD_BOOKS = { lost: 0, doubled: 0, isLedgerProven: true, figures: '', findings: [] }

function sent(status: number, text = '', { name = 'charge', at = 0, ms = 10 } = {}): Sent {
  const call = { name, method: 'POST', port: 0, path: `/${name}`, headers: {} } as const
  return { id: '', call, status, text, ms, at }
}

test('a call fails unless it is answered with 200 or with what its buyer did before', () => {
  const closed = '{"statusCode":409,"code":"ORDER_STATE"}'
  expect([
    toFailedCall(sent(200)),
    toFailedCall(sent(409, closed, { name: 'payment' })),
    toFailedCall(sent(409, closed)),
    toFailedCall(sent(503, REFUSAL)),
    toFailedCall(sent(503, '<html>')),
    toFailedCall(sent(500, '{"statusCode":500,"code":"INTERNAL"}')),
    toFailedCall(sent(0, 'ECONNRESET')),
  ]).toEqual([
    ...[null, null, '409 ORDER_STATE', '503', '503 without the envelope'],
    ...['500 INTERNAL', 'no answer'],
  ])
})

test('the longest pause reaches from end to end of the span', () => {
  const span = { at: 1_000, until: 2_000 }
  expect(longestPause([], span)).toBe(1_000)
  expect(longestPause([900, 1_700, 1_100, 2_500], span)).toBe(600)
})

test('a call that was under way when something died belongs to that', () => {
  const fault = { name: 'node', mayBeSilent: false, at: 100, until: 900, primaryMs: null }
  const row = summarizeFault(fault, [
    sent(200, '', { at: 20 }),
    sent(503, REFUSAL, { at: 95, ms: 30 }),
    sent(200, '', { at: 300 }),
    sent(200, '', { at: 895 }),
  ])
  expect(row).toMatchObject({ calls: 2, failed: { '503': 1 }, noChargeMs: 590 })
  expect(row).toMatchObject({ slowestFailureMs: 30, slowestFailure: 'POST /charge' })
})

test('late or strange failures, a late primary and findings of the books are violations', () => {
  const fault = { name: 'primary', mayBeSilent: false, at: 0, until: 99_000, primaryMs: 12_001 }
  const calls = [sent(0), sent(503, REFUSAL, { ms: 9_001 }), sent(503, REFUSAL)]
  const books = { ...GOOD_BOOKS, findings: ['lost: charge 1'] }
  expect(listViolations([summarizeFault(fault, calls)], books)).toEqual([
    'primary: 1 calls failed with: no answer',
    'primary: POST /charge failed after 9.0 s',
    'primary: no primary for 12.0 s',
    'lost: charge 1',
  ])
  const proxy = { ...fault, mayBeSilent: true, primaryMs: null }
  expect(listViolations([summarizeFault(proxy, [sent(0)])], GOOD_BOOKS)).toEqual([])
})

test('a table has columns of one width', () => {
  expect(formatTable(['a', 'long'], [['wide', '1']])).toEqual([
    '| a    | long |',
    '| ---- | ---- |',
    '| wide | 1    |',
  ])
})
