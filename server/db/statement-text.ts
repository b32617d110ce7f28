import { createHash } from 'node:crypto'
import { Fragment } from './values.ts'

const FIRST_WORDS = 160

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

const names = new Map<string, string>()

/** What a log shows of a statement. */
export function firstWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, FIRST_WORDS)
}

/** The name under which a connection prepares the statement once. */
export function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}
