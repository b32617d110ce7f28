import { afterEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './chunk.ts'

afterEach(() => void vi.useRealTimers())

test('§8 chunk: a failed chunk is a chunk-load error, and the next try fetches it again', async () => {
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce('page')
  await expect(loadChunk(load)).rejects.toThrow(ChunkLoadError)
  expect(await loadChunk(load)).toBe('page')
})
