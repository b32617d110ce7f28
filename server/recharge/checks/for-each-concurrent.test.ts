import { expect, test } from 'vitest'
import { forEachConcurrent } from './for-each-concurrent.ts'

test('a failed item does not stop the others, and is thrown when all have ended', async () => {
  const others = Promise.withResolvers<undefined>()
  const done: number[] = []
  let hasEnded = false
  const items = Array.from({ length: 40 }, (_, index) => index)
  const outcome = forEachConcurrent(items, undefined, async (item) => {
    if (item === 0) throw new Error('the first is broken')
    await others.promise
    done.push(item)
  })
    .catch(String)
    .finally(() => (hasEnded = true))
  await new Promise(setImmediate)
  expect(hasEnded).toBe(false)

  others.resolve(undefined)

  expect(await outcome).toContain('item 1 of 40: Error: the first is broken')
  expect(done.toSorted((one, other) => one - other)).toEqual(items.slice(1))
})

test('several failures are all thrown, and items after them are worked on; after an abort none is begun', async () => {
  const failing = forEachConcurrent(Array.from({ length: 20 }).fill(null), undefined, async () => {
    throw new Error('broken')
  })
  await expect(failing).rejects.toMatchObject({ errors: { length: 20 } })

  const stop = new AbortController()
  const begun: number[] = []
  await forEachConcurrent([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], stop.signal, async (item) => {
    begun.push(item)
    stop.abort()
  })
  expect(begun).toEqual([1])
})
