import { afterEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './chunk.ts'

afterEach(() => void vi.useRealTimers())

test('§8 chunk: a failed chunk is a chunk-load error, and the next try fetches it again', async () => {
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce('page')
  await expect(loadChunk(load)).rejects.toThrow(ChunkLoadError)
  expect(await loadChunk(load)).toBe('page')
})

test('§8 chunk, §9 chunk time-out: a chunk that has not come after 120 s is a chunk-load error', async () => {
  vi.useFakeTimers()
  const never = new Promise<string>(() => undefined)
  const pending = loadChunk(() => never).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(await Promise.race([pending, Promise.resolve('waiting')])).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await pending).toBeInstanceOf(ChunkLoadError)
})
