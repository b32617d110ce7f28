import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { TableName } from './tables.ts'

/** One write of the journal; a row of null removes it. */
export type JournalWrite = [table: TableName, id: string, row: unknown]

/** The file in which versions before SQLite kept the state. */
export function journalPath(dir: string): string {
  return join(dir, 'journal')
}

/**
 * Reads all writes of an earlier version's journal, in their order; none without such a file. Each of
 * its lines is a CRC-32 and a JSON list of changes. A broken last line was never acknowledged and is
 * left out; a broken line before a good one throws.
 */
export function readJournal(dir: string): JournalWrite[] {
  const path = journalPath(dir)
  if (!existsSync(path)) return []
  const writes: JournalWrite[] = []
  let brokenLine = 0
  for (const [index, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (line === '') continue
    const body = line.slice(9)
    if (line.slice(0, 8) !== crc32(body).toString(16).padStart(8, '0')) {
      brokenLine ||= index + 1
      continue
    }
    if (brokenLine > 0) throw new Error(`${path}: line ${brokenLine} is damaged`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checksum shows that the sandbox wrote it
    writes.push(...(JSON.parse(body) as JournalWrite[][]).flat())
  }
  return writes
}
