import { createHash } from 'node:crypto'
import type { NamedStatement } from './prepared-query.ts'
import { Fragment, type Parameter } from './values.ts'

const FIRST_WORDS = 160

/** A statement as the driver takes it. */
interface Statement {
  text: string
  /** What a connection prepares once; null for one that is planned anew for its values. */
  named: NamedStatement | null
  parameters: Parameter[]
}

type Values = readonly (Parameter | Fragment)[]

/** Of one template by its fragments, null for a parameter: constants, so that there are few. */
const known = new WeakMap<readonly string[], ({ parts: (Fragment | null)[] } & NamedStatement)[]>()

/**
 * The statement of a template. Without fragments that carry values it is made at the first call: to write and hash it
 * takes longer than to send it.
 */
export function statementOf(strings: readonly string[], values: Values): Statement {
  const parts = values.map((value) => (value instanceof Fragment ? value : null))
  if (parts.some((part) => part?.isConstant === false)) {
    const parameters: Parameter[] = []
    return { text: writeText(strings, values, parameters), named: null, parameters }
  }
  const ofTemplate = known.get(strings) ?? []
  let found = ofTemplate.find((one) => one.parts.every((part, at) => isSame(part, parts[at])))
  if (found === undefined) {
    const text = writeText(strings, values, [])
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    found = { parts, text, name }
    known.set(strings, [...ofTemplate, found])
  }
  const parameters = values.filter((value): value is Parameter => !(value instanceof Fragment))
  return { text: found.text, named: found, parameters }
}

/** Whether both are made by the same templates. */
function isSame(one: unknown, other: unknown): boolean {
  if (!(one instanceof Fragment && other instanceof Fragment)) return one === other
  return (
    one.strings === other.strings &&
    one.values.every((value, at) => isSame(value, other.values[at]))
  )
}

/** Fragments as they are, $1, $2 … for the other values, which are added to `parameters`. */
export function writeText(
  strings: readonly string[],
  values: Values,
  parameters: Parameter[],
): string {
  let text = strings[0] ?? ''
  for (const [index, value] of values.entries()) {
    if (value instanceof Fragment) text += writeText(value.strings, value.values, parameters)
    else text += `$${parameters.push(value)}`
    text += strings[index + 1]
  }
  return text
}

/** What a log shows of a statement. */
export function firstWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, FIRST_WORDS)
}
