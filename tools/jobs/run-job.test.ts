import { expect, test } from 'vitest'
import { createConverter } from '../conversions/converter.ts'
import { ShopError } from '../shop/request-shop.ts'
import { rememberingShop } from '../testing/remembering-shop.ts'
import { readOrder } from './read-order.ts'
import { createJobRunner } from './run-job.ts'

const order = readOrder({ id: 'job-0000-0001', tool: 'spacing', choice: 'all', text: '用React' })
const log = { error: () => {} }

function newContext(signal = new AbortController().signal) {
  return { user: 'u1', keyId: null, signal, report: () => {} }
}

test('work whose charge is not answered is not released: sent again it is charged once', async () => {
  await using converter = disposable()
  const { shop, calls } = rememberingShop()
  const { capture } = shop
  let isLost = true
  shop.capture = async (...given) => {
    const booked = await capture(...given)
    if (!isLost) return booked
    isLost = false
    throw new ShopError(0, 'NO_ANSWER', 'lost')
  }
  const { runJob } = createJobRunner({ shop, converter, log })
  await expect(runJob(order, newContext())).rejects.toMatchObject({ code: 'NO_ANSWER' })
  expect(calls).toEqual(['capture'])
  expect(await runJob(order, newContext())).toMatchObject({ text: '用 React', wasPaid: true })
  expect(calls).toEqual(['capture', 'capture'])
})

test('work that fails is told even when the hold cannot be released', async () => {
  await using converter = disposable()
  const { shop } = rememberingShop({
    release: () => Promise.reject(new ShopError(0, 'NO_ANSWER', 'lost')),
  })
  const { runJob } = createJobRunner({ shop, converter, log })
  const wrong = readOrder({ id: 'job-0000-0001', tool: 'table', choice: 'csv', text: '[' })
  await expect(runJob(wrong, newContext())).rejects.toThrow('JSON')
})

test('a user has three jobs at once, and a place again when one has ended', async () => {
  await using converter = disposable()
  const gate = Promise.withResolvers<void>()
  const { shop } = rememberingShop()
  const { hold } = shop
  shop.hold = async (...given) => {
    await gate.promise
    return hold(...given)
  }
  const { runJob } = createJobRunner({ shop, converter, log })
  const jobs = [1, 2, 3].map(() => runJob(order, newContext()))
  await expect(runJob(order, newContext())).rejects.toMatchObject({
    failure: { code: 'RATE_LIMITED' },
  })
  gate.resolve()
  await Promise.all(jobs)
  expect(await runJob(order, newContext())).toMatchObject({ cost: 1 })
})

test('before the program ends, jobs that run are finished and no other begins', async () => {
  await using converter = disposable()
  const { shop, calls } = rememberingShop()
  const { runJob, drain } = createJobRunner({ shop, converter, log })
  const job = runJob(order, newContext())
  const drained = drain().then(() => calls.push('drained'))
  await expect(runJob(order, newContext())).rejects.toMatchObject({ failure: { code: 'BUSY' } })
  await job
  await drained
  expect(calls).toEqual(['capture', 'drained'])
})

function disposable() {
  const converter = createConverter()
  return { ...converter, [Symbol.asyncDispose]: () => converter.close() }
}
