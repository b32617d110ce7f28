import { expect, test } from 'vitest'
import { createRandom } from '#harness/random.ts'
import type { Reply } from '../rig/send.ts'
import { collectCalls } from './calls.ts'
import { findFault } from './find-fault.ts'
import { makeShot } from './shots.ts'

const CALL = { side: 'shop', method: 'POST' } as const

function reply(status: number, text: string, more: Partial<Reply> = {}): Reply {
  return { status, text, headers: { 'content-type': 'application/json' }, ms: 5, ...more }
}

test('a refusal and a success in the envelope are no fault, anything else is', () => {
  expect(findFault(CALL, reply(400, '{"statusCode":400,"code":"VALIDATION"}'))).toBeNull()
  expect(findFault(CALL, reply(200, '{"statusCode":200}'))).toBeNull()
  const faults: [string, Reply][] = [
    ['a 500', reply(500, '{}')],
    ['no answer', reply(0, 'no answer in time')],
    ['a page', reply(400, '<h1>', { headers: { 'content-type': 'text/html' } })],
    ['no type', reply(200, '{}', { headers: {} })],
    ['a hang', reply(200, '{}', { ms: 12_000 })],
    ['a stack', reply(400, '{"message":"x at async handle (serve.ts:10)"}')],
    ['SQL', reply(400, '{"message":"select id from users"}')],
    ['a sentence of the driver', reply(422, '{"message":"invalid input syntax for type uuid"}')],
    ['a place on the machine', reply(400, '{"message":"/srv/shop/data"}')],
  ]
  for (const [name, given] of faults) expect(findFault(CALL, given), name).not.toBeNull()
})

test('every call of the three contracts is shot at, the same way for the same seed', () => {
  const calls = collectCalls()
  expect(calls.length).toBeGreaterThan(110)
  expect(new Set(calls.map(({ side }) => side))).toEqual(new Set(['shop', 'api', 'console']))
  const callers = { shop: [{}], api: [{}], console: [{}] }
  const shots = (seed: number) => {
    const random = createRandom(seed)
    return calls.map((call) => makeShot(call, { random, callers, samples: {} }))
  }
  expect(shots(1)).toEqual(shots(1))
  expect(shots(1)).not.toEqual(shots(2))
})
