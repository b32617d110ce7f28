import { statfs } from 'node:fs/promises'
import { type Config, needsDataFolder } from '../../config.ts'

/** Below this a database soon refuses to write, and may stop. */
const LEAST_BYTES = 32 * 1024 * 1024
/** As long does a refusal of the database count: the shop's own jobs write more often, and would hear another. */
const REFUSAL_MS = 30_000

export interface DiskWatch {
  /** The database has refused to write for want of room, wherever its disk is. */
  recordFullDisk(): void
  isFull(): Promise<boolean>
}

/** Knows whether there is room for what the shop keeps in DATA_DIR and in its database. */
export function watchDisk(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'mail' | 'payments'>,
): DiskWatch {
  let heardAt = -Infinity
  return {
    recordFullDisk() {
      heardAt = performance.now()
    },
    async isFull() {
      if (performance.now() - heardAt < REFUSAL_MS) return true
      if (!needsDataFolder(config)) return false
      const { bavail, bsize } = await statfs(config.dataDir)
      return bavail * bsize < LEAST_BYTES
    },
  }
}
