import { api } from '#contract/api.ts'
import { createPasswords, digestOf } from '#server/account/password/passwords.ts'
import { insertUser } from '#server/account/users.store.ts'
import { uuidv7 } from '#server/db/ids.ts'
import type { Query } from '#server/db/sql.ts'
import { CSRF, SID, USER_INFO } from '#server/http/cookies.ts'
import { hashToken, newToken } from '#server/http/sessions/session.ts'
import { insertSession } from '#server/http/sessions/sessions.store.ts'
import { BROWSER, requestText } from './requests.ts'
import type { Shop } from './shop.ts'

export interface Customer {
  id: string
  /** SHA-256 of the session cookie, as it is stored. */
  tokenHash: Buffer
  /** What the customer's browser sends with every call. */
  headers: Record<string, string>
}

/** Digest of the one password that all of them have. */
export const PASSWORD_DIGEST = digestOf('correct horse battery')

const DAY_MS = 24 * 60 * 60 * 1000
/** As many tokens are asked for at a time. */
const BATCH = 8

/** A running shop as far as opening accounts takes. */
type Front = Pick<Shop, 'url' | 'sql' | 'secretKey'>

/** Accounts with a session each, stored by the product's own stores; csrf tokens come from its front door. */
export async function openAccounts(shop: Front, count: number): Promise<Customer[]> {
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
          headers: await browserHeaders(shop, first + at, token),
        })),
      )),
    )
  }
  return customers
}

/** Returns the token of the session. */
async function openAccount(tx: Query, number: number, passwordHash: string): Promise<string> {
  const now = new Date()
  const token = newToken()
  const userId = customerId(number)
  const account = { email: emailOf(number), passwordHash, nickname: 'Ann', source: null, now }
  await insertUser(tx, { id: userId, ...account })
  const session = { id: uuidv7(), tokenHash: hashToken(token), userId, now }
  const visit = { ip: addressOf(number), userAgent: BROWSER['user-agent'] }
  const expiresAt = new Date(now.getTime() + DAY_MS)
  await insertSession(tx, { ...session, ...visit, expiresAt })
  return token
}

/** Ids that a pgbench script can make from a number as well. */
export const ID_PREFIX = '01900000-0000-7000-8000-'

function customerId(number: number): string {
  return ID_PREFIX + number.toString(16).padStart(12, '0')
}

function emailOf(number: number): string {
  return `customer-${number}@example.com`
}

/** Each customer comes from a network of their own. */
function addressOf(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
}

async function browserHeaders(
  shop: Front,
  number: number,
  token: string,
): Promise<Record<string, string>> {
  const address = { 'x-forwarded-for': addressOf(number) }
  const session = `${SID}=${token}`
  const csrf = await csrfToken(shop, { ...address, cookie: session })
  const info = encodeURIComponent(JSON.stringify({ nickname: 'Ann', email: 'c***@example.com' }))
  return {
    ...address,
    cookie: `${session}; ${USER_INFO}=${info}; ${CSRF}=${csrf.token}`,
    'x-csrf-token': csrf.token,
  }
}

/** Login of this customer on a device that is new. */
export async function loginRequest(shop: Shop, number: number): Promise<string> {
  const address = { 'x-forwarded-for': addressOf(number) }
  const { token, cookie } = await csrfToken(shop, address)
  return requestText({
    port: shop.port,
    path: api.account.login.path,
    headers: { ...address, cookie, 'x-csrf-token': token },
    body: { email: emailOf(number), password: PASSWORD_DIGEST },
  })
}

/** A token from the front door, with the cookies that came along. */
async function csrfToken(
  { url }: Pick<Shop, 'url'>,
  headers: Record<string, string>,
): Promise<{ token: string; cookie: string }> {
  const response = await fetch(url + api.site.csrfToken.path, { headers })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's answer
  const { data } = (await response.json()) as { data: { token: string } }
  const cookies = response.headers.getSetCookie().map((text) => text.split(';', 1)[0])
  return { token: data.token, cookie: cookies.join('; ') }
}
