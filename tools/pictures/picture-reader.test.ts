import { expect, test, vi } from 'vitest'
import { newPng, readPicture } from '../testing/pictures.ts'
import type { Turn } from '../wire/picture.ts'
import { writeScripts } from './chinese-scripts.ts'
import { createPictureReader, type PictureReader } from './picture-reader.ts'

function startReader(options: Parameters<typeof createPictureReader>[0] = {}) {
  const program = new URL('../testing/odd-picture-worker.ts', import.meta.url)
  const reader = createPictureReader({ program, ...options })
  return { reader, [Symbol.asyncDispose]: () => reader.close() }
}

const STUCK: Turn = 90
const DEADLY: Turn = 180

function read(
  reader: PictureReader,
  turn: Turn,
  {
    signal = new AbortController().signal,
    onWaiting = (_: number) => {},
    onProgress = () => {},
  } = {},
) {
  const bytes = Buffer.from('picture')
  return reader.read({ bytes, turn }, { signal, onWaiting, onProgress })
}

test('a picture is read on this machine; one that cannot be decoded, and one without text, take no other with it', async () => {
  const reader = createPictureReader()
  await using _ = { [Symbol.asyncDispose]: () => reader.close() }
  expect(reader.missing).toEqual([])
  const options = {
    signal: new AbortController().signal,
    onWaiting() {},
    onProgress: vi.fn<() => void>(),
  }
  const readOne = (bytes: Uint8Array) => reader.read({ bytes, turn: 0 }, options)
  const png = readPicture('short.png')
  const spoilt = Buffer.from(png).fill(7, 60, 300)
  const [text, refused, empty] = await Promise.allSettled([png, spoilt, newPng(64)].map(readOne))
  expect(text).toMatchObject({ value: { rows: { source: '软件和鼠标', hk: '軟件和鼠標' } } })
  expect(refused).toMatchObject({ reason: { name: 'PictureError' } })
  expect(empty).toMatchObject({ reason: { name: 'PictureError', message: '未识别到文字' } })
  expect(options.onProgress).toHaveBeenCalledWith(1, 1)
})

test('pictures take turns; each hears how many come first', async () => {
  await using started = startReader()
  const { reader } = started
  const ahead: number[] = []
  const stop = new AbortController()
  const stuck = read(reader, STUCK, { signal: stop.signal, onProgress: () => stop.abort() })
  const others = ([0, 270] as const).map((turn) =>
    read(reader, turn, { onWaiting: (count) => ahead.push(count) }),
  )
  await expect(stuck).rejects.toThrow('aborted')
  expect(await Promise.all(others)).toMatchObject([
    { rows: { source: 'turned 0' } },
    { rows: { source: 'turned 270' } },
  ])
  expect(ahead).toEqual([1, 2, 1, 0, 0])
})

test('a picture whose owner leaves while it waits is not begun', async () => {
  await using started = startReader()
  const { reader } = started
  const [first, second] = [new AbortController(), new AbortController()]
  const stuck = read(reader, STUCK, { signal: first.signal, onProgress: () => second.abort() })
  await expect(read(reader, 0, { signal: second.signal })).rejects.toThrow('aborted')
  first.abort()
  await expect(stuck).rejects.toThrow('aborted')
})

test('a picture that kills its thread or takes too long is given up, and the next one has a new thread', async () => {
  await using started = startReader({ turnLimitMs: 3_000 })
  const { reader } = started
  const dead = read(reader, DEADLY)
  const stuck = read(reader, STUCK)
  const next = read(reader, 0)
  await expect(dead).rejects.toThrow('out of memory')
  await expect(stuck).rejects.toMatchObject({ name: 'PictureError' })
  expect(await next).toMatchObject({ rows: { source: 'turned 0' } })
})

test('an idle thread ends, and the next picture begins another', async () => {
  await using started = startReader({ idleMs: 1 })
  const { reader } = started
  const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort')
  const before = threads().length
  await read(reader, 0)
  await expect.poll(() => threads().length).toBe(before)
  expect(await read(reader, 0)).toMatchObject({ rows: { source: 'turned 0' } })
})

test('simplified Chinese becomes that of Taiwan and Hong Kong by words, and back', () => {
  const { tw, hk } = writeScripts('点“发送验证码”，软件和鼠标；皇后以后理发、发财。Don’t “don’t”')
  expect(tw).toBe('點「傳送驗證碼」，軟體和滑鼠；皇后以後理髮、發財。Don’t 「don’t」')
  expect(hk).toContain('軟件和鼠標')
  expect(writeScripts('點「傳送」，軟體、滑鼠、印表機').cn).toBe('点“发送”，软件、鼠标、打印机')
})
