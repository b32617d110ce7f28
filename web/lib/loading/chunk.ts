/** Original specification, section 9. */
const CHUNK_TIMEOUT_MS = 120_000

/** The script of a page failed to load; a reload fetches it again. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

/** Loads the chunk of a page; throws ChunkLoadError when it fails or takes longer than two minutes. */
export async function loadChunk<T>(
  load: () => Promise<T>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('timed out')), timeoutMs)
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    if (error instanceof ChunkLoadError) throw error
    throw new ChunkLoadError('failed', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
