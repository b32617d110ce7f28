import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

test('schema is created at its first use, once', () => {
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
      throw new Error('the output schema was not used')
    },
  })
  expect(made).toBe(0)
  expect(call.input.safeParse({ id: 'a' }).success).toBe(true)
  expect(call.input.safeParse({}).success).toBe(false)
  expect(made).toBe(1)
})
