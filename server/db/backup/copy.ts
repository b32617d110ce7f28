import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

export interface CopiedRows {
  /** PostgreSQL's text format in chunks of any size, read from the server no faster than they are taken. */
  rows: Readable
  /** The number of rows that PostgreSQL has sent; call it when they have been read to their end. */
  countRows(): Promise<number>
}

/** Runs a `COPY … TO STDOUT`. The connection cannot be used again unless all rows are read. */
export function copyOut(client: Client, statement: string): CopiedRows {
  const rows = client.query(copyTo(statement))
  // the driver reports the end of a connection also to a stream that nobody reads any more
  rows.on('error', () => {})
  return {
    rows,
    async countRows() {
      // the count comes behind the last row: before the answer of another statement
      await client.query('')
      return rows.rowCount
    },
  }
}

/** Runs a `COPY … FROM STDIN` and returns the number of rows. Rejects with the failure of the parts or of PostgreSQL. */
export async function copyIn(
  client: Client,
  statement: string,
  parts: AsyncIterable<Buffer>,
): Promise<number> {
  const rows = client.query(copyFrom(statement))
  rows.on('error', () => {})
  await pipeline(parts, rows)
  return rows.rowCount
}
