import { expect, test } from 'vitest'
import { ShopError } from '../shop/request-shop.ts'
import type { Shop } from '../shop/shop.ts'
import { rememberingShop } from '../testing/remembering-shop.ts'
import { readPicture } from '../testing/pictures.ts'
import { MOST_PICTURES, type PictureEvent, priceOfPicture, type Turn } from '../wire/picture.ts'
import { createPictureReader } from './picture-reader.ts'
import { createPictureRunner, type PictureOrder } from './run-pictures.ts'

const bytes = readPicture('short.png')
const [STUCK, DEADLY]: Turn[] = [90, 180]
const orderOf = (...turns: (Turn | undefined)[]): PictureOrder => ({
  id: 'job-0000-0001',
  pictures: turns.map((turn = 0) => ({ bytes, turn })),
})

/** With the odd thread, to which turns say what to do. */
function startRunner({ missing = [], ...changes }: Partial<Shop> & { missing?: string[] } = {}) {
  const program = new URL('../testing/odd-picture-worker.ts', import.meta.url)
  const reader = { ...createPictureReader({ program }), ...(missing.length > 0 && { missing }) }
  const { shop, calls } = rememberingShop(changes)
  const runner = createPictureRunner({ shop, reader, log: { error: () => {} } })
  return { ...runner, shop, calls, [Symbol.asyncDispose]: () => reader.close() }
}

function newContext(onEvent: (event: PictureEvent) => void = () => {}) {
  const stop = new AbortController()
  const events: PictureEvent[] = []
  const report = (event: PictureEvent) => {
    events.push(event)
    onEvent(event)
  }
  return { context: { user: 'u1', keyId: null, signal: stop.signal, report }, events, stop }
}

test('a picture that kills the thread costs nothing, and the others are read and charged once', async () => {
  await using runner = startRunner()
  const { context, events } = newContext()
  const finished = await runner.runPictures(orderOf(0, DEADLY, 270), context)
  expect(finished).toMatchObject({ characters: 16, charge: 'c1', wasPaid: false })
  expect(finished.cost).toBe(priceOfPicture(7) + priceOfPicture(9))
  expect(finished.pictures[1]).toBeNull()
  expect(events).toContainEqual({ type: 'refused', picture: 1, message: '识别失败' })
  expect(events.filter(({ type }) => type === 'held')).toHaveLength(1)
  expect(runner.calls).toEqual(['capture'])
})

test('a job of which nothing is read gives its credit back', async () => {
  await using runner = startRunner()
  const finished = await runner.runPictures(orderOf(DEADLY), newContext().context)
  expect(finished).toMatchObject({ pictures: [null], cost: 0, charge: null })
  expect(runner.calls).toEqual(['release'])
})

test('an owner who leaves stops the thread, and the credit goes back', async () => {
  await using runner = startRunner()
  const { context, stop } = newContext(({ type }) => {
    if (type === 'reading') stop.abort()
  })
  const job = runner.runPictures(orderOf(0, STUCK), context)
  await expect(job).rejects.toMatchObject({ body: { error: { code: 'cancelled' } } })
  expect(runner.calls).toEqual(['release'])
})

test('a program that is told to end stops the pictures at work, gives their credit back and takes no more', async () => {
  await using runner = startRunner()
  const { context } = newContext(({ type }) => {
    if (type === 'reading') void runner.drain()
  })
  const busy = { body: { error: { code: 'busy' } } }
  await expect(runner.runPictures(orderOf(STUCK), context)).rejects.toMatchObject(busy)
  expect(runner.calls).toEqual(['release'])
  await expect(runner.runPictures(orderOf(0), context)).rejects.toMatchObject(busy)
})

test('more pictures than a user or the site may have at once are told so, and nothing is held', async () => {
  await using runner = startRunner()
  const all = orderOf(...Array.from({ length: MOST_PICTURES }, () => STUCK))
  const [own, other, third] = [newContext(), newContext(), newContext()]
  const jobs = [
    runner.runPictures(all, own.context),
    runner.runPictures(all, { ...other.context, user: 'u2' }),
  ]
  const tooMany = runner.runPictures(orderOf(0), newContext().context)
  await expect(tooMany).rejects.toMatchObject({ body: { error: { code: 'rate_limit_exceeded' } } })
  const full = runner.runPictures(orderOf(0), { ...third.context, user: 'u3' })
  await expect(full).rejects.toMatchObject({ body: { error: { code: 'busy' } } })
  expect(third.events).toEqual([])
  own.stop.abort()
  other.stop.abort()
  await Promise.allSettled(jobs)
})

test('without the packages that read pictures a job is refused in one sentence', async () => {
  await using runner = startRunner({ missing: ['paddleocr'] })
  const job = runner.runPictures(orderOf(0), newContext().context)
  await expect(job).rejects.toMatchObject({ body: { error: { code: 'pictures_missing' } } })
  expect(runner.calls).toEqual([])
})

test('work whose charge is not answered is not released: sent again it is charged once', async () => {
  await using runner = startRunner()
  const { shop, calls } = runner
  const { capture } = shop
  shop.capture = async (...given) => {
    await capture(...given)
    shop.capture = capture
    throw new ShopError(0, 'NO_ANSWER', 'lost')
  }
  const lost = runner.runPictures(orderOf(0), newContext().context)
  await expect(lost).rejects.toMatchObject({ code: 'NO_ANSWER' })
  expect(calls).toEqual(['capture'])
  expect(await runner.runPictures(orderOf(0), newContext().context)).toMatchObject({
    wasPaid: true,
  })
  expect(calls).toEqual(['capture', 'capture'])
})

test('a job whose credit cannot be given back still ends as it would', async () => {
  await using runner = startRunner({
    release: () => Promise.reject(new ShopError(0, 'NO_ANSWER', 'lost')),
  })
  const finished = await runner.runPictures(orderOf(DEADLY), newContext().context)
  expect(finished).toMatchObject({ pictures: [null], cost: 0 })
})
