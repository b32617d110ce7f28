import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Table } from '../../db/backup/tables.ts'
import { timeText } from '../../lib/local-time.ts'
import { countText } from '../../lib/money-text.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import {
  damagedBackup,
  type TableEnd,
  type ArchiveHeader,
  readBlockOrEnd,
  readHeader,
  readEndDigest,
} from './archive-lines.ts'
import { ByteReader } from './byte-reader.ts'

export interface Archive {
  header: ArchiveHeader
  /**
   * Yields the tables in the header's order; the rows of each must be read to their end. Throws at the end
   * unless the backup is complete and unchanged.
   */
  tables(): AsyncGenerator<ArchivedTable>
}

export interface ArchivedTable {
  table: Table
  /** Throws where the content was changed. */
  rows: AsyncIterable<Buffer>
  /** Known once the rows have been read. */
  end: () => TableEnd
}

/** Reads a backup. Throws a refusal for a damaged file and for one that is no backup. */
export async function readArchive(
  file: string,
  work: (archive: Archive) => Promise<void>,
): Promise<void> {
  try {
    await pipeline(createReadStream(file), createGunzip(), (source: AsyncIterable<Buffer>) =>
      consume(new ByteReader(source), work),
    )
  } catch (error) {
    throw refusalFor(error, file)
  }
}

async function consume(
  reader: ByteReader,
  work: (archive: Archive) => Promise<void>,
): Promise<void> {
  const whole = createHash('sha256')
  const header = readHeader(await lineFrom(reader, whole))
  async function* tables() {
    for (const table of header.tables) yield archivedTable(reader, whole, table)
    const { sha256 } = readEndDigest(await reader.line())
    if (sha256 !== whole.digest('hex')) throw damagedBackup('校验和不符')
    if (!(await reader.isAtEnd())) throw damagedBackup('结尾之后还有内容')
  }
  await work({ header, tables })
}

function archivedTable(reader: ByteReader, whole: Hash, table: Table): ArchivedTable {
  let end: TableEnd | undefined
  async function* rows() {
    const digest = createHash('sha256')
    for (;;) {
      const line = readBlockOrEnd(await lineFrom(reader, whole))
      if ('table' in line) {
        const isWhole = line.table === table.name && line.sha256 === digest.digest('hex')
        if (!isWhole) throw damagedBackup(`表 ${table.name} 的校验和不符`)
        end = line
        return
      }
      const block = await reader.bytes(line.bytes)
      whole.update(block)
      digest.update(block)
      yield block
    }
  }
  return {
    table,
    rows: rows(),
    end() {
      if (end === undefined) throw new Error(`the rows of ${table.name} have not been read`)
      return end
    },
  }
}

async function lineFrom(reader: ByteReader, whole: Hash): Promise<string> {
  const line = await reader.line()
  whole.update(`${line}\n`)
  return line
}

function refusalFor(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return new Refusal(`没有这个文件：${file}`, { code: 'NOT_FOUND' })
  if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') return damagedBackup('无法解压')
  return error
}

/** The backup's time in the shop's time zone; in UTC when content/ cannot be read. */
export function backupTimeText(operator: Pick<OperatorContext, 'content'>, at: string): string {
  try {
    return timeText(new Date(at), operator.content.site.timeZone)
  } catch {
    return at
  }
}

/** Of a result: how much the backup holds. */
export function tablesText(tables: readonly TableEnd[]): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} 张表，${countText(rows)} 行`
}
