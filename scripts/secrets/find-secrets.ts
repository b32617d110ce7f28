import type { Secret } from './secrets-of.ts'

/** Where a secret was found: its name and the text before it. */
export interface Found {
  name: string
  value: string
  before: string
}

const PREFIX = 6
const SHOWN = 60
/** Digits alone, as in mailed codes, also stand in other texts by chance. */
export const DIGITS = /^\d{6,8}$/
const PART_OF_A_LONGER_WORD = /[\w.#-]/

/** Makes a search for these secrets: as they are, encoded for an address, and as bytes in hexadecimal. */
export function searchFor(secrets: readonly Secret[]): (text: string) => Found[] {
  const byPrefix = new Map<string, { name: string; value: string; written: string }[]>()
  for (const { name, value } of secrets) {
    for (const written of formsOf(value)) {
      const prefix = written.slice(0, PREFIX)
      const alike = byPrefix.get(prefix) ?? []
      alike.push({ name, value, written })
      byPrefix.set(prefix, alike)
    }
  }
  return (text) => {
    const found: Found[] = []
    for (let at = 0; at <= text.length - PREFIX; at += 1) {
      for (const { name, value, written } of byPrefix.get(text.slice(at, at + PREFIX)) ?? []) {
        if (!text.startsWith(written, at)) continue
        if (DIGITS.test(written) && isInsideWord(text, at, written.length)) continue
        found.push({ name, value, before: text.slice(Math.max(0, at - SHOWN), at) })
      }
    }
    return found
  }
}

function formsOf(value: string): Set<string> {
  const forms = new Set([value, encodeURIComponent(value)])
  if (DIGITS.test(value)) return forms
  forms.add(Buffer.from(value).toString('hex'))
  // a random token is bytes in base64url
  if (/^[\w-]{22,}$/.test(value)) forms.add(Buffer.from(value, 'base64url').toString('hex'))
  return forms
}

function isInsideWord(text: string, at: number, length: number): boolean {
  return [text[at - 1], text[at + length]].some(
    (next) => next !== undefined && PART_OF_A_LONGER_WORD.test(next),
  )
}
