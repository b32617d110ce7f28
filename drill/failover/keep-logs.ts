import { cpSync, globSync, mkdirSync, mkdtempSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Copies all logs out of the folder, which ends with the drill; returns where to. */
export function keepLogs(folder: string): string {
  const kept = mkdtempSync(join(dirname(folder), 'shop-drill-logs-'))
  for (const log of globSync('{files,shop}/**/*.log', { cwd: folder })) {
    mkdirSync(dirname(join(kept, log)), { recursive: true })
    cpSync(join(folder, log), join(kept, log))
  }
  return kept
}
