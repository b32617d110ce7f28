import { createHash } from 'node:crypto'
import type { Table } from '../../db/backup/tables.ts'
import { type TableEnd, type ArchiveHeader, archiveLine } from './archive-lines.ts'

/** Rows travel in blocks of about this size. */
const BLOCK_BYTES = 256 * 1024

/** The rows of one table. */
export interface TableRows {
  rows: AsyncIterable<Buffer>
  /** Called when they have been read to their end. */
  countRows(): Promise<number>
}

/**
 * The text of a backup: a header; each table's rows in PostgreSQL's own text format, block by block, and
 * after them their number and digest; at last a digest of all of it. Calls `onTable` for each complete table.
 */
export async function* writeArchive(
  header: ArchiveHeader,
  rowsOf: (table: Table) => TableRows,
  onTable: (end: TableEnd) => void,
): AsyncGenerator<Buffer> {
  const whole = createHash('sha256')
  const passed = (part: Buffer) => {
    whole.update(part)
    return part
  }
  yield passed(archiveLine(header))
  for (const table of header.tables) {
    const digest = createHash('sha256')
    const { rows, countRows } = rowsOf(table)
    for await (const block of blocksOf(rows)) {
      digest.update(block)
      yield passed(archiveLine({ bytes: block.length }))
      yield passed(block)
    }
    const end: TableEnd = {
      table: table.name,
      rows: await countRows(),
      sha256: digest.digest('hex'),
    }
    onTable(end)
    yield passed(archiveLine(end))
  }
  yield archiveLine({ sha256: whole.digest('hex') })
}

async function* blocksOf(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const row of rows) {
    waiting.push(row)
    bytes += row.length
    if (bytes < BLOCK_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
