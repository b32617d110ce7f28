import { types as drivers, type CustomTypesConfig } from 'pg'
import { UnstorableText } from './errors.ts'

class Json {
  readonly text: string
  constructor(value: unknown) {
    this.text = JSON.stringify(value)
  }
}

/** A part of a statement, such as columns that several statements share, or a condition with its values. */
export class Fragment {
  readonly strings: readonly string[]
  readonly values: readonly (Parameter | Fragment)[]
  /** Of a template without values: few texts, of which connections prepare statements. */
  readonly isConstant: boolean
  constructor(
    strings: readonly string[],
    values: readonly (Parameter | Fragment)[],
    isConstant: boolean,
  ) {
    this.strings = strings
    this.values = values
    this.isConstant = isConstant
  }
}

/** Makes a part of a statement: as in a statement, every `${value}` but a fragment travels as a parameter. */
export function fragment(
  strings: TemplateStringsArray,
  ...values: (Parameter | Fragment)[]
): Fragment {
  const isConstant = values.every((value) => value instanceof Fragment && value.isConstant)
  return new Fragment(strings, values, isConstant)
}

/** The parts one after another, with this text between them. */
export function join(parts: readonly Fragment[], separator: string): Fragment {
  return new Fragment(['', ...parts.slice(1).map(() => separator), ''], parts, false)
}

const TRUE = fragment`true`

/** Those of the conditions that are asked for, all of which have to hold. */
export function all(...conditions: (Fragment | false | null)[]): Fragment {
  const asked = conditions.filter((condition) => condition instanceof Fragment)
  if (asked.length === 0) return TRUE
  return join(
    asked.map((condition) => fragment`(${condition})`),
    ' and ',
  )
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
export function encodeParameter(value: Parameter): string | Buffer | null {
  if (typeof value === 'string') return storable(value)
  if (value === null || value instanceof Buffer) return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Json) return storableJson(value.text)
  if (Array.isArray(value)) return `{${value.map(arrayItem).join(',')}}`
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (typeof value === 'object' || value === undefined)
    throw new TypeError(`not a parameter: ${String(value)}`)
  return String(value)
}

/** An item as it stands in the text form of an array. */
function arrayItem(item: unknown): string {
  if (typeof item === 'number') return String(item)
  if (typeof item !== 'string') throw new TypeError(`no item of an array: ${String(item)}`)
  return `"${storable(item).replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** In JSON text, NUL and half of a surrogate pair stand as escapes; a backslash before one is no escape. */
const UNSTORABLE_ESCAPE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/

function storableJson(text: string): string {
  if (UNSTORABLE_ESCAPE.test(text)) throw new UnstorableText()
  return text
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

export type TypeId = (typeof drivers.builtins)[keyof typeof drivers.builtins]

/** Calendar dates and zone-less times stay text: a Date would shift them by the server's time zone. */
const readers = new Map<TypeId, (text: string) => unknown>([
  [drivers.builtins.INT8, exactInteger],
  [drivers.builtins.NUMERIC, exactInteger],
  [drivers.builtins.DATE, String],
  [drivers.builtins.TIMESTAMP, String],
])

/** What reads a column of this type. */
export function readerOf(type: TypeId): (text: string) => unknown {
  return readers.get(type) ?? drivers.getTypeParser(type, 'text')
}

export const typeParsers: CustomTypesConfig = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    format === 'binary' ? drivers.getTypeParser(oid, format) : readerOf(oid),
}
