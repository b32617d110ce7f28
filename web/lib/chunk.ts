/** Original specification, section 9. */
const CHUNK_TIMEOUT_MS = 120_000

/** A page's script did not come; a reload fetches it anew. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

/** Loads a page's chunk; a failure and two minutes of silence are both a ChunkLoadError. */
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
