import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { envelope } from '#contract/envelope.ts'
import { createPasswords, passwordDigest } from '#server/account/password/passwords.ts'
import { insertUser } from '#server/account/users.store.ts'
import { uuidv7 } from '#server/db/ids.ts'
import { CSRF_COOKIE, SESSION_COOKIE, USER_INFO_COOKIE } from '#server/http/cookies.ts'
import { hashToken, createToken } from '#server/http/sessions/session.ts'
import { insertSession } from '#server/http/sessions/sessions.store.ts'
import type { Query, Sql } from '#server/db/sql.ts'
import { BROWSER_HEADERS } from './browser-headers.ts'

export interface Customer {
  id: string
  /** SHA-256 of the session cookie, as it is stored. */
  tokenHash: Buffer
  /** What the customer's browser sends with every call. */
  headers: Record<string, string>
}

/** Digest of the password that all customers have. */
export const PASSWORD_DIGEST = passwordDigest('correct horse battery')

const DAY_MS = 24 * 60 * 60 * 1000
/** Accounts a transaction, and csrf tokens asked for at a time. */
const BATCH = 8

const UNAVAILABLE = 503
const UNAVAILABLE_LIMIT_MS = 30_000
const RETRY_PAUSE_MS = 200

/** What `openAccounts` needs of a running shop. */
interface RunningShop {
  url: string
  sql: Sql
  secretKey: string
}

/** Stores accounts with a session each through the product's own stores; the shop answers the csrf tokens. */
export async function openAccounts(shop: RunningShop, count: number): Promise<Customer[]> {
  const passwordHash = await createPasswords(shop.secretKey).hash(PASSWORD_DIGEST)
  const customers: Customer[] = []
  for (let first = 0; first < count; first += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, count - first) }, (_, at) => first + at)
    const opened = await shop.sql.begin(async (tx) => {
      const tokens: string[] = []
      for (const number of numbers) tokens.push(await openAccount(tx, number, passwordHash))
      return tokens
    })
    customers.push(
      ...(await Promise.all(
        opened.map(async (token, at) => ({
          id: customerId(first + at),
          tokenHash: hashToken(token),
          headers: await customerHeaders(shop.url, first + at, token),
        })),
      )),
    )
  }
  return customers
}

/** Returns the token of the session. */
async function openAccount(tx: Query, number: number, passwordHash: string): Promise<string> {
  const now = new Date()
  const token = createToken()
  const userId = customerId(number)
  const account = { email: customerEmail(number), passwordHash, nickname: 'Ann', source: null, now }
  await insertUser(tx, { id: userId, ...account })
  const session = { id: uuidv7(), tokenHash: hashToken(token), userId, now }
  const visit = { ip: customerAddress(number), userAgent: BROWSER_HEADERS['user-agent'] }
  const expiresAt = new Date(now.getTime() + DAY_MS)
  await insertSession(tx, { ...session, ...visit, expiresAt })
  return token
}

/** A customer's id is this and the number in hexadecimal, so that a pgbench script can make it as well. */
export const CUSTOMER_ID_PREFIX = '01900000-0000-7000-8000-'

function customerId(number: number): string {
  return CUSTOMER_ID_PREFIX + number.toString(16).padStart(12, '0')
}

export function customerEmail(number: number): string {
  return `customer-${number}@example.com`
}

/** Each customer comes from a network of their own, for the limits by address. */
export function customerAddress(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

async function customerHeaders(
  url: string,
  number: number,
  token: string,
): Promise<Record<string, string>> {
  const address = { 'x-forwarded-for': customerAddress(number) }
  const session = `${SESSION_COOKIE}=${token}`
  const csrf = await fetchCsrfToken(url, { ...address, cookie: session })
  const info = encodeURIComponent(JSON.stringify({ nickname: 'Ann', email: 'c***@example.com' }))
  return {
    ...address,
    cookie: `${session}; ${USER_INFO_COOKIE}=${info}; ${CSRF_COOKIE}=${csrf.token}`,
    'x-csrf-token': csrf.token,
  }
}

/** Asks the shop for a csrf token; returns it with the cookies that came along. */
export async function fetchCsrfToken(
  url: string,
  headers: Record<string, string>,
): Promise<{ token: string; cookie: string }> {
  const response = await fetchWhenAvailable(url + api.site.csrfToken.path, headers)
  const text = await response.text()
  if (!response.ok) throw new Error(`the shop gives no csrf token: ${response.status} ${text}`)
  const { token } = api.site.csrfToken.output.parse(envelope.parse(JSON.parse(text)).data)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return { token, cookie: cookies.join('; ') }
}

/** Repeats a 503 for half a minute: on a busy machine the shop's database is late at first. */
async function fetchWhenAvailable(url: string, headers: Record<string, string>): Promise<Response> {
  for (const deadline = Date.now() + UNAVAILABLE_LIMIT_MS; ; await delay(RETRY_PAUSE_MS)) {
    const response = await fetch(url, { headers })
    if (response.status !== UNAVAILABLE || Date.now() > deadline) return response
    await response.body?.cancel()
  }
}
