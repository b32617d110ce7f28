import { createHash } from 'node:crypto'
import { Fragment } from './values.ts'

const FIRST_WORDS = 160

/** A statement as the driver takes it; the name is the one under which a connection prepares it once. */
interface Statement {
  text: string
  name: string
}

type Parts = (Fragment | null)[]

/** Of one template by its parts, null for a parameter: fragments are constants, so that there are few. */
const known = new WeakMap<readonly string[], { parts: Parts; statement: Statement }[]>()

/** The statement of a template, made at the first call: to write and hash it takes longer than to send it. */
export function statementOf(strings: readonly string[], values: readonly unknown[]): Statement {
  const parts = values.map((value) => (value instanceof Fragment ? value : null))
  const ofTemplate = known.get(strings) ?? []
  const found = ofTemplate.find((one) => one.parts.every((part, at) => part === parts[at]))
  if (found) return found.statement
  const text = statementText(strings, values)
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  const statement = { text, name }
  known.set(strings, [...ofTemplate, { parts, statement }])
  return statement
}

/** The text of a statement: fragments as they are, $1, $2 … for the other values. */
export function statementText(strings: readonly string[], values: readonly unknown[]): string {
  let text = strings[0] ?? ''
  let parameters = 0
  for (const [index, value] of values.entries()) {
    text += value instanceof Fragment ? value.text : `$${(parameters += 1)}`
    text += strings[index + 1]
  }
  return text
}

/** What a log shows of a statement. */
export function firstWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, FIRST_WORDS)
}
