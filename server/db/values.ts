import pg from 'pg'
import { UnstorableText } from './errors.ts'

class Json {
  readonly text: string
  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** What may stand in a statement. Objects only by `json()`, so that none is stored by mistake. */
export type Parameter =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly string[]
  | readonly number[]
  | Json

/** Passes a value as JSON, for columns of type jsonb. */
export function json(value: {} | null): Json {
  return new Json(value)
}

/** A parameter in the form the driver sends; throws UnstorableText for text that no column can hold. */
export function encode(value: Parameter): unknown {
  if (typeof value === 'string') return storable(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Json) return value.text
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? storable(item) : item))
  if (value instanceof Uint8Array || value === null) return value
  if (typeof value === 'object' || value === undefined)
    throw new TypeError(`not a parameter: ${String(value)}`)
  return String(value)
}

function storable(text: string): string {
  if (text.includes('\0') || !text.isWellFormed()) throw new UnstorableText()
  return text
}

/** A whole number that a JavaScript number holds exactly; anything else is a bug, not a rounding. */
function exactInteger(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number))
    throw new RangeError(`${text} does not fit a number: cast it in SQL`)
  return number
}

const { builtins } = pg.types

/** Calendar dates and zone-less times stay text: a Date would shift them by the server's time zone. */
const readers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, exactInteger],
  [builtins.NUMERIC, exactInteger],
  [builtins.DATE, String],
  [builtins.TIMESTAMP, String],
])

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && readers.get(oid)) || pg.types.getTypeParser(oid, format),
}
