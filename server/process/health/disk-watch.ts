import { statfs } from 'node:fs/promises'
import { type Config, needsDataFolder } from '../../config/config.ts'

/** With less free space a database soon rejects writes, and may stop. */
const LEAST_BYTES = 32 * 1024 * 1024
/** How long a rejected write counts. The shop's jobs write more often than that, so a full disk is reported again. */
const REFUSAL_MS = 30_000

export interface DiskWatch {
  /** To be called when the database rejected a write because its disk is full. */
  recordFullDisk(): void
  isFull(): Promise<boolean>
}

/** Watches the free space on the disks of DATA_DIR and of the database. */
export function watchDisk(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'mail' | 'payments'>,
): DiskWatch {
  let rejectedAt = -Infinity
  return {
    recordFullDisk() {
      rejectedAt = performance.now()
    },
    async isFull() {
      if (performance.now() - rejectedAt < REFUSAL_MS) return true
      if (!needsDataFolder(config)) return false
      const { bavail, bsize } = await statfs(config.dataDir)
      return bavail * bsize < LEAST_BYTES
    },
  }
}
