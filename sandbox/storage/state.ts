import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { TableName, Tables } from './tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** As long as Stripe remembers an idempotency key. */
export const ANSWER_LIFETIME_MS = DAY_MS

/** As long as Stripe lists an event. */
const EVENT_LIFETIME_MS = 30 * DAY_MS

/** How long a start waits for an earlier process to close the folder. */
const LOCK_TIMEOUT_MS = 1000

const SQLITE_BUSY = 5

/** `exclusive` keeps the file locked until the process ends, however it ends. */
const SETTINGS = `
  pragma locking_mode = exclusive;
  pragma journal_mode = wal;
  pragma synchronous = full`

/** A row replaced keeps its position, so the positions are the order of creation. */
const SCHEMA = `
  create table if not exists rows (
    position integer primary key,
    table_name text not null,
    id text not null,
    content text not null,
    unique (table_name, id)
  ) strict`

/** Reads and writes of one all-or-nothing change. */
export interface Change {
  get<Table extends TableName>(table: Table, id: string): Tables[Table] | undefined
  /** The rows of a table as this change leaves them so far, the newest first. */
  rows<Table extends TableName>(table: Table): Tables[Table][]
  put<Table extends TableName>(table: Table, id: string, row: Tables[Table]): void
  remove(table: TableName, id: string): void
}

/** Everything the sandbox knows, in one SQLite file. */
export interface State {
  /** The absolute path of the folder of the file. */
  folder: string
  now(): number
  /** Opens the file and locks it; throws while another process has it. */
  open(): void
  get<Table extends TableName>(table: Table, id: string): Tables[Table] | undefined
  /** The rows of a table, the newest first. */
  rows<Table extends TableName>(table: Table): Tables[Table][]
  /** Applies the work as a whole, or nothing of it when it throws. On the disk after `durable()`. */
  change<Result>(work: (change: Change) => Result): Result
  /** Resolves when every change so far is on the disk; rejects for good after a failed write. */
  durable(): Promise<void>
  onChange(listener: () => void): void
  close(): Promise<void>
}

interface Statements {
  get: StatementSync
  list: StatementSync
  put: StatementSync
  remove: StatementSync
}

export function createState(options: {
  dir: string
  now: () => number
  onFailure: (error: Error) => void
}): State {
  const folder = resolve(options.dir)
  const path = join(folder, 'sandbox.db')
  const database = new DatabaseSync(path, { open: false, timeout: LOCK_TIMEOUT_MS })
  const listeners: (() => void)[] = []
  let statements: Statements | undefined
  /** The commit that all changes since the last one wait for. */
  let commit: Promise<void> | undefined

  function prepared(): Statements {
    if (statements === undefined) throw new Error('the state is not open')
    return statements
  }

  function get<Table extends TableName>(table: Table, id: string): Tables[Table] | undefined {
    const found = prepared().get.get(table, id)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put() wrote it for this table
    return found && (parseContent(found) as Tables[Table])
  }

  function rows<Table extends TableName>(table: Table): Tables[Table][] {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put() wrote them for this table
    return prepared().list.all(table).map(parseContent) as Tables[Table][]
  }

  function put(table: TableName, id: string, row: unknown): void {
    prepared().put.run(table, id, JSON.stringify(row))
  }

  function remove(table: TableName, id: string): void {
    prepared().remove.run(table, id)
  }

  /** Changes of the same turn of the event loop share one transaction and so one fsync. */
  function beginTransaction(): void {
    if (commit !== undefined) return
    database.exec('begin')
    const { promise, resolve: settle, reject } = Promise.withResolvers<void>()
    commit = promise
    promise.catch(options.onFailure)
    setImmediate(() => {
      try {
        database.exec('commit')
        commit = undefined
        settle()
      } catch (error) {
        // `commit` stays rejected: nothing more is acknowledged
        reject(error)
      }
    })
  }

  function deleteExpired(): void {
    const expire = (table: TableName, field: string, before: number): unknown =>
      database
        .prepare('delete from rows where table_name = ? and json_extract(content, ?) < ?')
        .run(table, field, before)
    expire('answers', '$.atMs', options.now() - ANSWER_LIFETIME_MS)
    expire('events', '$.event.created', (options.now() - EVENT_LIFETIME_MS) / 1000)
  }

  return {
    folder,
    now: options.now,
    open() {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      database.open()
      try {
        database.exec(SETTINGS)
        database.exec(SCHEMA)
        statements = prepareStatements(database)
        deleteExpired()
      } catch (error) {
        database.close()
        throw explainOpenFailure(error, folder, path)
      }
    },
    get,
    rows,
    change(work) {
      let hasWritten = false
      beginTransaction()
      database.exec('savepoint change')
      try {
        const result = work({
          get,
          rows,
          put(...write) {
            put(...write)
            hasWritten = true
          },
          remove(...write) {
            remove(...write)
            hasWritten = true
          },
        })
        database.exec('release change')
        if (hasWritten) for (const listener of listeners) listener()
        return result
      } catch (error) {
        database.exec('rollback to change; release change')
        throw error
      }
    },
    durable: async () => commit,
    onChange: (listener) => void listeners.push(listener),
    async close() {
      await commit?.catch(() => undefined)
      if (database.isOpen) database.close()
    },
  }
}

function prepareStatements(database: DatabaseSync): Statements {
  return {
    get: database.prepare('select content from rows where table_name = ? and id = ?'),
    list: database.prepare('select content from rows where table_name = ? order by position desc'),
    put: database.prepare(
      `insert into rows (table_name, id, content) values (?, ?, ?)
       on conflict (table_name, id) do update set content = excluded.content`,
    ),
    remove: database.prepare('delete from rows where table_name = ? and id = ?'),
  }
}

function parseContent({ content }: Record<string, unknown>): unknown {
  return JSON.parse(String(content))
}

function explainOpenFailure(error: unknown, folder: string, path: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error
  if (error.errcode === SQLITE_BUSY) {
    return new Error(`${folder} 正由另一个支付沙箱使用：请先停止它，或换一个目录`)
  }
  return new Error(`${path}: ${error.message}`, { cause: error })
}
