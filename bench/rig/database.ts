import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/db/embedded.ts'

export interface BenchDatabase extends AsyncDisposable {
  url: string
  /** A folder for this measurement, gone with the database. */
  folder: string
}

/** A new embedded PostgreSQL as the product starts it, durable: commits wait for the disk. */
export async function startDatabase(): Promise<BenchDatabase> {
  const folder = await workFolder()
  const { url, stop } = await startEmbedded({ dataDir: folder })
  return {
    url,
    folder,
    async [Symbol.asyncDispose]() {
      await stop()
      await removeFolder(folder)
    },
  }
}

/** Open to the account that the database runs under when root starts it. */
export async function workFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  await chmod(folder, 0o711)
  return folder
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
