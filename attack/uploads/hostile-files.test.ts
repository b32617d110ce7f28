import { expect, test } from 'vitest'
import { findServingProblems } from './hostile-files.ts'

const GOOD = {
  'content-type': 'application/pdf',
  'content-disposition': 'attachment; filename="invoice.pdf"',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
}

test('a file that browsers only save has no problem', () => {
  expect(findServingProblems(GOOD)).toEqual([])
})

test.each([
  ['content-type', 'text/html'],
  ['content-disposition', 'inline'],
  ['content-disposition', 'attachment; filename="a\r\nx: y"'],
  ['x-content-type-options', undefined],
  ['content-security-policy', "default-src 'none'"],
  ['cache-control', 'public, max-age=60'],
])('%s: %j is a problem', (name, value) => {
  expect(findServingProblems({ ...GOOD, [name]: value })).toHaveLength(1)
})
