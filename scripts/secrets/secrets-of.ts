import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'

/** A value that only its owner and the program may know, with the name under which it travelled. */
export interface Secret {
  name: string
  value: string
}

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
