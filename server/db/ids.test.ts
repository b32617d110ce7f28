import { expect, test } from 'vitest'
import { uuidv7 } from './ids.ts'

test('an id is a UUID of version 7 that carries its time; ids sort as they were made and never repeat', () => {
  const time = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
  const id = uuidv7(time)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(time)
  expect(uuidv7(999) < uuidv7(1_000)).toBe(true)
  expect(new Set(Array.from({ length: 10_000 }, () => uuidv7(1))).size).toBe(10_000)
  for (let now = 2_000; now < 2_100; now += 1) {
    const made = Array.from({ length: 1_000 }, () => uuidv7(now))
    expect(made.toSorted()).toEqual(made)
  }
})
