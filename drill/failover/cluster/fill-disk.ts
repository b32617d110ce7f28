import { open } from 'node:fs/promises'

const PIECE = Buffer.alloc(256 * 1024)

/** Writes the file until its disk has no room. */
export async function fillDisk(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (let size = PIECE.length; size > 0;) {
      try {
        await handle.write(PIECE, 0, size)
      } catch (error) {
        if (!isNoRoom(error)) throw error
        size = Math.floor(size / 2)
      }
    }
  } finally {
    await handle.close()
  }
}

function isNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}
