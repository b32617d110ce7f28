import { resolve } from 'node:path'
import { openJournal, type Journal } from './journal.ts'
import { tableNames, type TableName, type Tables } from './tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** As long as Stripe remembers a key. */
export const ANSWER_LIFETIME_MS = DAY_MS

/** As long as Stripe lists an event. */
const EVENT_LIFETIME_MS = 30 * DAY_MS

type Put = [table: TableName, id: string, row: unknown]
type Rows = { [Table in TableName]: Map<string, Tables[Table]> }

/** Reads and writes of one all-or-nothing change. A row is never altered in place: it is put anew. */
export interface Change {
  get<Table extends TableName>(table: Table, id: string): Tables[Table] | undefined
  /** The rows of a table as this change leaves them so far, the newest first. */
  rows<Table extends TableName>(table: Table): Tables[Table][]
  put<Table extends TableName>(table: Table, id: string, row: Tables[Table]): void
  remove(table: TableName, id: string): void
}

/** Everything the sandbox knows, in memory and in the journal. */
export interface State {
  /** Where the journal lies, as a whole path. */
  folder: string
  /** The time of the sandbox, which can be set apart from the machine's. */
  now(): number
  /** Takes up what the journal holds; before that nothing can be changed. */
  open(): Promise<void>
  get<Table extends TableName>(table: Table, id: string): Tables[Table] | undefined
  /** The rows of a table, the newest first. */
  rows<Table extends TableName>(table: Table): Tables[Table][]
  /** Applies the work as a whole, or nothing of it when it throws. Lasting after `durable()`. */
  change<Result>(work: (change: Change) => Result): Result
  durable(): Promise<void>
  onChange(listener: () => void): void
  close(): Promise<void>
}

export function createState(options: {
  dir: string
  /** The machine's time. */
  now: () => number
  onFailure: (error: Error) => void
}): State {
  const rows: Rows = {
    paymentMethods: new Map(),
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    fraudWarnings: new Map(),
    challenges: new Map(),
    events: new Map(),
    tasks: new Map(),
    answers: new Map(),
    clock: new Map(),
    faults: new Map(),
    faultCounts: new Map(),
  }
  const listeners: (() => void)[] = []
  let journal: Journal | undefined

  function now(): number {
    return options.now() + (rows.clock.get('offset')?.offsetMs ?? 0)
  }

  function forgetOld(): void {
    for (const [key, { atMs }] of rows.answers) {
      if (now() - atMs > ANSWER_LIFETIME_MS) rows.answers.delete(key)
    }
    for (const [id, { event }] of rows.events) {
      if (now() - event.created * 1000 > EVENT_LIFETIME_MS) rows.events.delete(id)
    }
  }

  function apply([table, id, row]: Put): void {
    if (row === null) rows[table].delete(id)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a put bears the row of its own table
    else (rows[table] as Map<string, unknown>).set(id, row)
  }

  function opened(): Journal {
    if (journal === undefined) throw new Error('the state is not open')
    return journal
  }

  return {
    folder: resolve(options.dir),
    now,
    async open() {
      journal = await openJournal({
        dir: options.dir,
        onFailure: options.onFailure,
        replay(entry) {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checksum vouches that change() wrote it
          for (const put of entry as Put[]) apply(put)
        },
        *snapshot() {
          forgetOld()
          for (const table of tableNames) {
            for (const [id, row] of rows[table]) yield [[table, id, row] satisfies Put]
          }
        },
      })
    },
    get: (table, id) => rows[table].get(id),
    rows: (table) => newestFirst(rows[table]),
    change(work) {
      const puts = new Map<string, Put>()
      const result = work({
        get(table, id) {
          const put = puts.get(`${table}/${id}`)
          if (put === undefined) return rows[table].get(id)
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put() took it for this table
          return (put[2] ?? undefined) as Tables[typeof table] | undefined
        },
        rows(table) {
          const own = [...puts.values()].filter(([name]) => name === table)
          if (own.length === 0) return newestFirst(rows[table])
          const merged = new Map<string, Tables[typeof table]>(rows[table])
          for (const [, id, row] of own) {
            if (row === null) merged.delete(id)
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- put() took it for this table
            else merged.set(id, row as Tables[typeof table])
          }
          return newestFirst(merged)
        },
        put: (table, id, row) => puts.set(`${table}/${id}`, [table, id, row]),
        remove: (table, id) => puts.set(`${table}/${id}`, [table, id, null]),
      })
      if (puts.size === 0) return result
      const entry = [...puts.values()]
      const { append } = opened()
      for (const put of entry) apply(put)
      append(entry)
      for (const listener of listeners) listener()
      return result
    },
    durable: async () => opened().durable(),
    onChange: (listener) => void listeners.push(listener),
    close: async () => journal?.close(),
  }
}

function newestFirst<Row>(table: Map<string, Row>): Row[] {
  return [...table.values()].toReversed()
}
