import { expect, test } from 'vitest'
import { createRefusals } from './refusals.ts'

const later = () => Date.now() + 60_000

test('refusal lasts until its end or until forget(); beyond 10,000 the oldest is dropped', () => {
  const refusals = createRefusals()
  const end = later()
  refusals.remember('ann', end)
  refusals.remember('bob', Date.now() - 1)
  expect([refusals.until('ann'), refusals.until('bob'), refusals.until('eve')]).toEqual([
    end,
    null,
    null,
  ])
  refusals.forget('ann')
  expect(refusals.until('ann')).toBeNull()

  for (let n = 0; n <= 10_000; n += 1) refusals.remember(`visitor ${n}`, later())
  expect(refusals.until('visitor 0')).toBeNull()
  expect(refusals.until('visitor 1')).not.toBeNull()
  expect(refusals.until('visitor 10000')).not.toBeNull()
})
