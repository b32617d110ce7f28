import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

test('a schema is made when it is first used, and once', () => {
  let made = 0
  const call = endpoint({
    method: 'POST',
    path: '/clients/web/test',
    session: 'optional',
    input: () => {
      made += 1
      return z.strictObject({ id: z.string() })
    },
    output: () => {
      throw new Error('nobody has asked for it')
    },
  })
  expect(made).toBe(0)
  expect(call.input.safeParse({ id: 'a' }).success).toBe(true)
  expect(call.input.safeParse({}).success).toBe(false)
  expect(made).toBe(1)
})
