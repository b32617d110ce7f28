import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'

/** A value that only its owner and the program may know, with the name under which it travelled. */
export interface Secret {
  name: string
  value: string
}

/** Folder of a shop's data folder into which `record-secrets.ts` writes. */
export const RECORDED = 'recorded'

/** Names of fields and query parameters that carry one. */
const NAMES =
  /^(.*password|.*token|code|codes|.*secret|apiKey|ticket|recoveryCodes?|totp|code_verifier|undo|stop|keep|confirm|not-me)$/i
/** Cookies that tell the page what it shows, and what the visitor chose. */
const OPEN_COOKIES = /^(_userInfo|user_source|scheme)/
/** Shorter ones occur anywhere by chance. */
const LEAST_LENGTH = 6
/** Codes of the error catalogue and of declined cards share the name of mailed codes. */
const ERROR_CODE = /^[a-z]+(_[a-z]+)*$/i

function isSecret(name: string, value: unknown): value is string {
  return (
    NAMES.test(name) &&
    typeof value === 'string' &&
    value.length >= LEAST_LENGTH &&
    !ERROR_CODE.test(value)
  )
}

/** The secrets in a JSON or form body; none in any other text. */
export function secretsOfBody(body: string): Secret[] {
  if (body.startsWith('{') || body.startsWith('[')) {
    try {
      return secretsIn('', JSON.parse(body))
    } catch {
      return []
    }
  }
  return /^[\w.~-]+=/.test(body) && !body.includes('\n') ? secretsOfQuery(`?${body}`) : []
}

function secretsIn(name: string, value: unknown): Secret[] {
  if (isSecret(name, value)) return [{ name, value }]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each) => secretsIn(name, each))
  return Object.entries(value).flatMap(([key, each]) => secretsIn(key, each))
}

/** The secrets in the query of an address. */
export function secretsOfQuery(address: string): Secret[] {
  const query = address.slice(address.indexOf('?') + 1)
  if (query === address) return []
  return [...new URLSearchParams(query)].flatMap(([name, value]) =>
    isSecret(name, value) ? [{ name, value }] : [],
  )
}

/** The secrets in the headers of a request or an answer: what authorizes it, and its cookies. */
export function secretsOfHeaders(headers: OutgoingHttpHeaders): Secret[] {
  const [scheme, credentials] = textsOf(headers['authorization']).join().split(' ')
  const basic =
    scheme?.toLowerCase() === 'basic'
      ? Buffer.from(credentials ?? '', 'base64')
          .toString()
          .split(':')
          .slice(1)
          .join(':')
      : credentials
  const cookies = [
    ...textsOf(headers['cookie']).flatMap((line) => line.split('; ')),
    ...textsOf(headers['set-cookie']).map((cookie) => cookie.split(';')[0]!),
  ].flatMap((cookie) => {
    const [name = '', ...value] = cookie.split('=')
    return OPEN_COOKIES.test(name) ? [] : [{ name, value: value.join('=') }]
  })
  return [{ name: 'authorization', value: basic ?? '' }, ...cookies].filter(
    ({ value }) => value.length >= LEAST_LENGTH,
  )
}

function textsOf(header: OutgoingHttpHeader | undefined): string[] {
  return header === undefined ? [] : [header].flat().map(String)
}

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
