import { type Client, type Connection, type Submittable, types } from 'pg'
import type { ValueKind } from './typed-statements.ts'

const { builtins } = types
/** What our driver makes of a column's type (`server/db/values.ts`); JSON and arrays may be anything. */
const KINDS = new Map<number, ValueKind>([
  [builtins.TEXT, 'string'],
  [builtins.VARCHAR, 'string'],
  [builtins.UUID, 'string'],
  [builtins.DATE, 'string'],
  [builtins.TIMESTAMP, 'string'],
  [builtins.INT2, 'number'],
  [builtins.INT4, 'number'],
  [builtins.INT8, 'number'],
  [builtins.FLOAT8, 'number'],
  [builtins.NUMERIC, 'number'],
  [builtins.BOOL, 'boolean'],
  [builtins.TIMESTAMPTZ, 'Date'],
  [builtins.BYTEA, 'Buffer'],
])

interface RowDescription {
  fields: { name: string; dataTypeID: number }[]
}

/** The columns that PostgreSQL says a statement returns. It is prepared and not run. */
export function describeStatement(client: Client, text: string): Promise<Map<string, ValueKind>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, ValueKind>>()
  const columns = new Map<string, ValueKind>()
  const description = {
    submit(connection: Connection) {
      connection.parse({ name: '', text, types: [] }, true)
      connection.describe({ type: 'S', name: '' }, true)
      connection.sync()
    },
    handleRowDescription({ fields }: RowDescription) {
      for (const { name, dataTypeID } of fields) columns.set(name, KINDS.get(dataTypeID) ?? null)
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(columns),
  }
  client.query<Submittable>(description)
  return promise
}
