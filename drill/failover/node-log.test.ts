import { expect, test } from 'vitest'
import { inspectLog } from './node-log.ts'

test('raw stacks and unforeseen failures are findings, other warnings are not', () => {
  const log = [
    '{"level":40,"msg":"DEPENDENCY_DOWN","err":{"stack":"Error\\n    at run"}}',
    '{"level":50,"msg":"the end of a job could not be noted; it may run again"}',
    '{"level":50,"msg":"unforeseen failure"}',
    'Error: broken',
    '    at connect (sql.ts:1:1)',
  ].join('\n')
  expect(inspectLog(log)).toEqual({
    unnoted: 1,
    findings: [
      'raw stack: at connect (sql.ts:1:1)',
      'log: {"level":50,"msg":"unforeseen failure"}',
    ],
  })
})
