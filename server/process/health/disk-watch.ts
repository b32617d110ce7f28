import { statfs } from 'node:fs/promises'
import { type Config, needsDataFolder } from '../../config.ts'

/** With less free space a database soon refuses to write, and may stop. */
const LEAST_BYTES = 32 * 1024 * 1024
/** How long a refused write counts: the shop's own jobs write more often than that and would be refused again. */
const REFUSAL_MS = 30_000

export interface DiskWatch {
  /** Call it when the database refused to write because its disk is full. */
  recordFullDisk(): void
  isFull(): Promise<boolean>
}

/** Watches the room on the disks of DATA_DIR and of the database. */
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
