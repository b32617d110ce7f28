import { expect, test } from 'vitest'
import { readSlowHttp, readSqlmap, readWapiti } from './read-reports.ts'

test('a report of wapiti: each weakness and each anomaly is a line', () => {
  const one = { method: 'GET', path: '/x', info: 'XSS via q', parameter: 'q' }
  const report = {
    vulnerabilities: { 'Cross Site Scripting': [one], 'SQL Injection': [] },
    anomalies: { 'Internal Server Error': [{ method: 'POST', path: '/y', info: '500' }] },
  }
  expect(readWapiti(JSON.stringify(report))).toEqual([
    'Cross Site Scripting: GET /x: XSS via q',
    'Internal Server Error: POST /y: 500',
  ])
})

test.each([
  [
    'sqlmap identified the following injection point(s) with a total of 46 HTTP(s) requests',
    'weak',
  ],
  ["GET parameter 'id' is vulnerable. Do you want to keep testing the others", 'weak'],
  [
    "[WARNING] GET parameter 'q' does not seem to be injectable\n[CRITICAL] all tested parameters do not appear to be injectable.",
    'sound',
  ],
  ['[CRITICAL] unable to connect to the target URL', 'unknown'],
])('sqlmap says %s: %s', (output, expected) => {
  expect(readSqlmap(output)).toBe(expected)
})

test('slowhttptest: its answers are counted without their colours', () => {
  const output =
    '\u001B[1mservice available:   \u001B[1;32mYES\u001B[0m\nservice available:   \u001B[1;31mNO\u001B[0m'
  expect(readSlowHttp(output)).toEqual({ available: 1, unavailable: 1 })
})
