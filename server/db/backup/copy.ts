import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Client, Connection, Submittable } from 'pg'

declare module 'pg' {
  interface Connection {
    sendCopyFromChunk(chunk: Buffer): void
    endCopyFrom(): void
    sendCopyFail(reason: string): void
  }
}

/** What the driver calls on the statement that it is running. */
interface Copying extends Submittable {
  handleCopyInResponse?(connection: Connection): void
  handleCopyData?(message: { chunk: Buffer }, connection: Connection): void
  handleCommandComplete(message: { text: string }): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/** How many rows a `COPY` says it moved. */
function countOf(text: string): number {
  return Number(/^COPY (\d+)$/.exec(text)?.[1] ?? 0)
}

export interface CopiedOut {
  /** One chunk a row, in PostgreSQL's text format with its line end. */
  rows: Readable
  /** Known once the rows have been read to their end. */
  count: () => number
}

/** Runs a `COPY … TO STDOUT`; the server is read no faster than the rows are taken. */
export function copyOut(client: Client, statement: string): CopiedOut {
  let count = 0
  let resume = () => {}
  const rows = new Readable({ read: () => resume(), highWaterMark: 1 << 20 })
  const copying: Copying = {
    submit: (connection) => connection.query(statement),
    handleCopyData({ chunk }, { stream }) {
      // the driver's buffer is used again for what comes next
      if (rows.push(Buffer.from(chunk))) return
      stream.pause()
      resume = () => stream.resume()
    },
    handleCommandComplete: ({ text }) => (count = countOf(text)),
    // from here on nobody asks for more, and the connection is not to stay paused for what comes after
    handleReadyForQuery() {
      resume()
      rows.push(null)
    },
    handleError(error) {
      resume()
      rows.destroy(error)
    },
  }
  client.query(copying)
  return { rows, count: () => count }
}

/** Runs a `COPY … FROM STDIN` on these bytes and returns the number of rows. Rejects with what either side says is wrong. */
export function copyIn(
  client: Client,
  statement: string,
  parts: AsyncIterable<Buffer>,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const over = new AbortController()
  let count = 0
  let failure: unknown

  async function send(connection: Connection): Promise<void> {
    try {
      for await (const part of parts) {
        connection.sendCopyFromChunk(part)
        if (connection.stream.writableNeedDrain) {
          await once(connection.stream, 'drain', { signal: over.signal })
        }
        over.signal.throwIfAborted()
      }
      connection.endCopyFrom()
    } catch (error) {
      if (over.signal.aborted) return
      failure = error
      connection.sendCopyFail('the rows could not be read')
    }
  }

  const copying: Copying = {
    submit: (connection) => connection.query(statement),
    handleCopyInResponse: (connection) => void send(connection),
    handleCommandComplete: ({ text }) => (count = countOf(text)),
    handleReadyForQuery: () => resolve(count),
    handleError(error) {
      over.abort()
      reject(failure ?? error)
    },
  }
  client.query(copying)
  return promise
}
