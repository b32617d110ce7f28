import type { ClientBase, Connection, Submittable } from 'pg'
import { type encodeParameter, readerOf, type TypeId } from './values.ts'

/** A statement under a name that is a hash of its text. */
export interface NamedStatement {
  text: string
  name: string
}

/** What the driver takes as a value. */
type Encoded = ReturnType<typeof encodeParameter>

/** The columns of a statement's rows. */
interface Column {
  name: string
  type: TypeId
  read: (text: string) => unknown
}

/** The driver's connection, whose own types leave most of this out. */
interface Wire extends Pick<Connection, 'stream' | 'sync'> {
  /** Texts of the statements that this connection has prepared, by name; the driver fills it. */
  parsedStatements: Record<string, string | undefined>
  parse(statement: NamedStatement): void
  bind(values: { portal: ''; statement: string; values: readonly Encoded[] }): void
  describe(portal: { type: 'P'; name: '' }): void
  execute(portal: { portal: ''; rows: 0 }): void
  sendCopyFail(reason: string): void
}

interface RowDescription {
  fields: { name: string; dataTypeID: TypeId }[]
}

/** The tag of a statement whose plan PostgreSQL checks at each run; the columns of `fetch` are those of its cursor. */
const KEEPS_COLUMNS = /^(SELECT|INSERT|UPDATE|DELETE|MERGE) /

/** Columns by statement, of each connection that has run it. */
const described = new WeakMap<Connection, Map<NamedStatement, readonly Column[]>>()
/** The columns that a statement had at its last description, which connections share. */
const shared = new WeakMap<NamedStatement, readonly Column[]>()

/**
 * A named statement at a connection of pg. The driver's own query asks for the description of the columns at every run
 * and makes its readers anew, which is a sixth of a short query's work; the columns of a prepared statement stay. When
 * the database refuses a plan after a migration, the connection is closed (`leavesConnectionUsable`).
 */
class PreparedQuery implements Submittable {
  readonly text: string
  readonly name: string
  /** How long the driver waits, in milliseconds; that of the connection when absent. */
  readonly query_timeout: number | undefined
  /** The driver replaces it by one that ends its timer. */
  callback: (error: Error | null, rows?: object[]) => void
  readonly #statement: NamedStatement
  readonly #values: readonly Encoded[]
  readonly #rows: object[] = []
  #columns: readonly Column[] = []
  #failure: Error | null = null

  constructor(
    statement: NamedStatement,
    values: readonly Encoded[],
    timeoutMs: number | undefined,
    callback: PreparedQuery['callback'],
  ) {
    this.text = statement.text
    this.name = statement.name
    this.query_timeout = timeoutMs
    this.callback = callback
    this.#statement = statement
    this.#values = values
  }

  submit(connection: Connection): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver's own object
    const wire = connection as unknown as Wire
    const columns = described.get(connection)?.get(this.#statement)
    // all of it in one write
    wire.stream.cork()
    try {
      if (wire.parsedStatements[this.name] === undefined) wire.parse(this.#statement)
      wire.bind({ portal: '', statement: this.name, values: this.#values })
      if (columns === undefined) wire.describe({ type: 'P', name: '' })
      else this.#columns = columns
      wire.execute({ portal: '', rows: 0 })
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
  }

  handleRowDescription({ fields }: RowDescription): void {
    const known = shared.get(this.#statement)
    const isKnown =
      known?.length === fields.length &&
      known.every(
        ({ name, type }, at) => name === fields[at]!.name && type === fields[at]!.dataTypeID,
      )
    this.#columns = isKnown
      ? known
      : fields.map(({ name, dataTypeID: type }) => {
          return { name, type, read: readerOf(type) }
        })
    shared.set(this.#statement, this.#columns)
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure !== null) return
    try {
      const row: Record<string, unknown> = {}
      for (const [at, { name, read }] of this.#columns.entries()) {
        const text = fields[at]!
        row[name] = text === null ? null : read(text)
      }
      this.#rows.push(row)
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete({ text }: { text: string }, connection: Connection): void {
    if (!KEEPS_COLUMNS.test(text)) return
    const ofConnection = described.get(connection)
    if (ofConnection === undefined)
      described.set(connection, new Map([[this.#statement, this.#columns]]))
    else ofConnection.set(this.#statement, this.#columns)
  }

  handleReadyForQuery(): void {
    if (this.#failure !== null) this.callback(this.#failure)
    else this.callback(null, this.#rows)
  }

  handleError(error: Error): void {
    this.callback(error)
  }

  handleEmptyQuery(): void {}

  handleCopyInResponse(connection: Pick<Wire, 'sendCopyFail' | 'sync'>): void {
    connection.sendCopyFail('there is nothing to copy')
    // the one before was ignored, as all messages of a copy
    connection.sync()
  }

  handleCopyData(): void {}
}

/** Runs a statement that the connection prepares at its first run. `timeoutMs`: that of the connection when absent. */
export function runPrepared<Row extends object>(
  client: ClientBase,
  statement: NamedStatement,
  values: readonly Encoded[],
  timeoutMs?: number,
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new PreparedQuery(statement, values, timeoutMs, (error, rows) => {
        if (error) reject(error)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the statement's columns
        else resolve(rows as Row[])
      }),
    )
  })
}
