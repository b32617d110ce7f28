import { expect, test } from 'vitest'
import type { Reply } from '../rig/send.ts'
import { gradeOf, type Observed, scoreHeaders } from './score-headers.ts'

const GOOD = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

function reply(headers: Reply['headers'], text = '', status = 200): Reply {
  return { status, headers, text, ms: 1 }
}

function observe(headers: Reply['headers'], more: Partial<Observed> = {}): Observed {
  return {
    address: 'https://shop.test/',
    page: reply({ ...GOOD, ...headers }),
    plain: reply({ location: 'https://shop.test/' }, '', 301),
    foreign: reply({}),
    ...more,
  }
}

test('every rule at its best without cookies: 130, A+', () => {
  const { score } = scoreHeaders(observe({}))
  expect([score, gradeOf(score)]).toEqual([130, 'A+'])
})

test('cookies that are Secure and SameSite add five', () => {
  const cookies = ['__Host-sid=x; Path=/; Secure; HttpOnly; SameSite=Lax']
  expect(scoreHeaders(observe({ 'set-cookie': cookies })).score).toBe(135)
})

test.each<[string, Reply['headers'], number]>([
  ['no policy', { 'content-security-policy': undefined }, -25 - 20],
  [
    'inline scripts',
    {
      'content-security-policy':
        "script-src 'self' 'unsafe-inline'; object-src 'none'; frame-ancestors 'none'",
    },
    -20,
  ],
  [
    'eval',
    { 'content-security-policy': "default-src 'self' 'unsafe-eval'; frame-ancestors 'none'" },
    -10,
  ],
  [
    'scripts from anywhere',
    { 'content-security-policy': "script-src https:; frame-ancestors 'none'" },
    -20,
  ],
  ['no HSTS', { 'strict-transport-security': undefined }, -20],
  ['HSTS of a day', { 'strict-transport-security': 'max-age=86400' }, -10],
  ['a type that may be guessed', { 'x-content-type-options': undefined }, -5],
  ['a referrer for all', { 'referrer-policy': 'unsafe-url' }, -5],
  ['a session cookie without Secure', { 'set-cookie': ['sid=x; HttpOnly'] }, -40],
  ['a session cookie that scripts read', { 'set-cookie': ['sid=x; Secure'] }, -30],
])('%s takes points', (_, headers, expected) => {
  const { results } = scoreHeaders(observe(headers))
  const taken = results.reduce((sum, { points }) => sum + Math.min(points, 0), 0)
  expect(taken).toBe(expected)
})

test('a page that is served over plain HTTP, read by others or loads foreign scripts loses points', () => {
  const script = '<script src="https://cdn.test/x.js"></script>'
  const open = {
    'access-control-allow-origin': 'https://evil.test',
    'access-control-allow-credentials': 'true',
  }
  const sums = [
    observe({}, { plain: reply({}) }),
    observe({}, { foreign: reply(open) }),
    observe({}, { page: reply(GOOD, script) }),
  ].map((observed) => scoreHeaders(observed).score)
  expect(sums).toEqual([80, 50, 125])
})

test('grades follow the score', () => {
  expect([130, 100, 95, 70, 24].map(gradeOf)).toEqual(['A+', 'A+', 'A', 'B', 'F'])
})
