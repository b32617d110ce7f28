import { expect, test, vi } from 'vitest'
import { createConverter, type ConversionOrder, type Converter } from './converter.ts'

const STUCK: ConversionOrder = { tool: 'table', choice: 'csv', text: 'a,b' }
const SHORT: ConversionOrder = { tool: 'spacing', choice: 'all', text: '用React' }
const never = new AbortController().signal

const convert = (converter: Converter, order: ConversionOrder, signal = never) =>
  converter.convert(order, { onProgress: () => {}, signal })

function startConverter(turnLimitMs: number) {
  const program = new URL('../testing/stuck-worker.ts', import.meta.url)
  const converter = createConverter({ turnLimitMs, program })
  return { converter, [Symbol.asyncDispose]: () => converter.close() }
}

test('a job that does not end takes no other with it', async () => {
  await using started = startConverter(3_000)
  const { converter } = started
  expect(await convert(converter, SHORT)).toEqual({ text: '用 React' })
  const stuck = convert(converter, STUCK)
  const others = [convert(converter, SHORT), convert(converter, SHORT)]
  await expect(stuck).rejects.toThrow('the thread of conversions ended')
  expect(await Promise.all(others)).toEqual([{ text: '用 React' }, { text: '用 React' }])
  expect(await convert(converter, SHORT)).toEqual({ text: '用 React' })
})

test('a job that is cancelled keeps its place until its thread is free', async () => {
  await using started = startConverter(20_000)
  await using other = startConverter(20_000)
  const { converter } = started
  await convert(converter, SHORT)
  const stop = new AbortController()
  let hasEnded = false
  const stuck = convert(converter, STUCK, stop.signal).finally(() => (hasEnded = true))
  stuck.catch(() => {})
  stop.abort()
  // a whole job of another thread has time
  await convert(other.converter, SHORT)
  expect(hasEnded).toBe(false)
  await converter.close()
  await expect(stuck).rejects.toThrow('the thread of conversions ended')
})

test('a cancelled job ends at its next piece', async () => {
  await using started = startConverter(20_000)
  const { converter } = started
  // the thread is ready, so that it begins the work before it reads of the cancellation
  await convert(converter, SHORT)
  const stop = new AbortController()
  const order: ConversionOrder = { ...SHORT, text: '用React。'.repeat(20_000) }
  const onProgress = vi.fn<() => void>()
  const job = converter.convert(order, { onProgress, signal: stop.signal })
  // at once: a later one may come when a quick thread has already done all
  stop.abort()
  await expect(job).rejects.toThrow('cancelled')
  expect(onProgress).toHaveBeenCalledOnce()
})
