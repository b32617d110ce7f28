import { createHash } from 'node:crypto'
import { type CustomerLife, recordCustomerLife, type SentCall } from '../fixtures/customer-life.ts'
import { expect, test } from '../fixtures/test.ts'

// Section 7 of the original specification: the payloads that a browser sends.

interface Row {
  call: string
  /** The keys of the original payload. */
  query?: string[]
  body?: string[]
}

const WEB = '/clients/web'
const TABLE: Row[] = [
  { call: `GET ${WEB}/csrf/token` },
  { call: `GET ${WEB}/global/config`, query: ['type'] },
  { call: `POST ${WEB}/auth/login`, body: ['email', 'password'] },
  {
    call: `POST ${WEB}/auth/register`,
    body: ['email', 'password', 'code'],
  },
  { call: `POST ${WEB}/auth/register/code`, body: ['email', 'captcha'] },
  { call: `GET ${WEB}/auth/profile` },
  { call: `GET ${WEB}/auth/logout` },
  { call: `GET ${WEB}/recharge/translate/combo/list` },
  // beside what the original names, the sum that the button shows and the order that it pays
  { call: `POST ${WEB}/recharge/order/place-order`, body: ['id', 'num', 'amount'] },
  { call: `GET ${WEB}/recharge/order/query/{orderId}` },
  { call: `GET ${WEB}/recharge/order/list`, query: ['page', 'pageSize', 'state'] },
  {
    call: `POST ${WEB}/recharge/stripe/create-payment-intent`,
    body: ['id', 'num', 'amount', 'order'],
  },
  {
    call: `POST ${WEB}/recharge/stripe/confirm-payment`,
    body: ['clientSecret', 'paymentMethodId'],
  },
  {
    call: `POST ${WEB}/auth/password/change`,
    body: ['currentPassword', 'newPassword'],
  },
  {
    call: `POST ${WEB}/auth/reset-password/link`,
    body: ['email', 'captcha'],
  },
  { call: `POST ${WEB}/auth/reset-password`, body: ['token', 'password'] },
  { call: `POST ${WEB}/auth/send-change-email-code`, body: ['email'] },
  { call: `POST ${WEB}/auth/change-email`, body: ['email', 'code'] },
]

/** The rows of the original specification that this customer's calls hold. */
const ROWS = [
  // each call with the payload of the table
  ...TABLE.map(({ call }) => `§7 ${call}`),
  '§3 global config',
  '§3 login payload',
  '§3 registration payload',
  '§5 captcha',
  '§3 profile',
  '§3 order',
  '§3 payment intent',
  '§3 password change',
  '§3 reset link',
  '§3 reset',
  '§3 e-mail change',
  '§7 csrf header',
  '§7 dev header',
  '§3 _csrf',
  '§7 API host',
  '§7 order list',
  '§4 order states',
  '§9 keys',
  '§5 hashed at registration',
  '§5 hashed at login',
  '§5 hashed at change',
  '§5 hashed at reset',
  '§5 newPassword',
].join(', ')

test(
  `${ROWS}: a customer from the registration to a new password sends exactly what the original did`,
  { tag: '@main:desktop' },
  async ({ browser, baseURL, locale, timezoneId }) => {
    test.slow()
    const options = {
      locale: locale!,
      timezoneId: timezoneId!,
      viewport: { width: 1440, height: 900 },
    }
    const life = await recordCustomerLife(browser, { baseURL: baseURL!, ...options })
    for (const row of TABLE) expectPayload(life, row)
    expectHeaders(life)
    expectOrderStates(life)
    expectPaymentSteps(life)
    expectDigests(life)
    for (const { query } of callsOf(life, `GET ${WEB}/global/config`))
      expect(query).toEqual({ type: 'download_url' })
  },
)

function expectPayload(life: CustomerLife, { call, query = [], body }: Row): void {
  const sent = callsOf(life, call)
  expect(sent.length, call).toBeGreaterThan(0)
  for (const each of sent) {
    expect(each.body && Object.keys(each.body).toSorted(), call).toEqual(body?.toSorted())
    const asked = Object.keys(each.query)
    // the order state is sent only when one is selected
    expect(query.filter((key) => key !== 'state' || asked.includes(key))).toEqual(asked)
    if (body) expect(each.headers['content-type']).toBe('application/json')
  }
}

/** Each call carries the current cookie's token, and no dev header; those behind the login carry the session. */
function expectHeaders(life: CustomerLife): void {
  for (const { call } of TABLE.slice(1)) {
    // the browser reports no cookies for calls that a navigation aborted
    const told = callsOf(life, call).filter(({ headers }) => 'cookie' in headers)
    expect(told.length, call).toBeGreaterThan(0)
    for (const { headers } of told) {
      expect(headers['x-csrf-token'], call).toMatch(/\S{40,}/)
      expect(headers['x-csrf-token'], call).toBe(cookieOf(headers, '_csrf'))
    }
  }
  const sent = TABLE.flatMap(({ call }) => callsOf(life, call))
  for (const { headers } of sent) expect(headers).not.toHaveProperty('x-dev-mode')
  // only the first request for a token has none
  const without = sent.filter(({ headers }) => headers['x-csrf-token'] === undefined)
  expect([...new Set(without.map(({ path }) => path))]).toEqual([`${WEB}/csrf/token`])
  const paying = callsOf(life, `POST ${WEB}/recharge/order/place-order`)
  for (const { headers } of paying) expect(cookieOf(headers, 'plain-Host-sid')).toMatch(/\S{20,}/)
}

/** The state goes along only when one is chosen. */
function expectOrderStates(life: CustomerLife): void {
  const states = callsOf(life, `GET ${WEB}/recharge/order/list`).map(({ query }) => query['state'])
  expect(states).toContain(undefined)
  expect(states).toContain('pending')
  expect(states).not.toContain('')
}

/** Paying places the order, then asks for its intent, then confirms. */
function expectPaymentSteps(life: CustomerLife): void {
  const steps = ['order/place-order', 'stripe/create-payment-intent', 'stripe/confirm-payment']
  const paying = life.calls.filter(({ path }) => steps.some((step) => path.endsWith(step)))
  expect(paying.map(({ path }) => path)).toEqual(steps.map((step) => `${WEB}/recharge/${step}`))
  const [placed, intent, confirmed] = paying.map(({ body }) => body)
  expect(placed).toEqual({ id: 'standard', num: 2, amount: 9980 })
  expect(intent).toEqual({ ...placed, order: expect.stringMatching(/^[\da-f-]{36}$/) })
  expect(confirmed).toEqual({
    clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
    paymentMethodId: expect.stringMatching(/^pm_\w+$/),
  })
  const asked = callsOf(life, `GET ${WEB}/recharge/order/query/{orderId}`)
  expect(new Set(asked.map(({ path }) => path)).size).toBe(1)
  expect(asked[0]?.path).toMatch(/\/[\da-f-]{36}$/)
}

/** Passwords are digests of 44 characters, but for the new one of a change, which goes as typed. */
function expectDigests(life: CustomerLife): void {
  const { first, changed, reset } = life.passwords
  const bodyOf = (call: string) => callsOf(life, `POST ${WEB}/auth/${call}`)[0]?.body
  expect(passwordDigest(first)).toHaveLength(44)
  expect(bodyOf('register')?.['password']).toBe(passwordDigest(first))
  expect(bodyOf('login')?.['password']).toBe(passwordDigest(first))
  expect(bodyOf('password/change')).toEqual({
    currentPassword: passwordDigest(first),
    newPassword: changed,
  })
  expect(bodyOf('reset-password')?.['password']).toBe(passwordDigest(reset))
  const others = life.calls.filter(({ path }) => !path.endsWith('/password/change'))
  const words = JSON.stringify(others)
  for (const typed of [first, changed, reset]) expect(words).not.toContain(typed)
}

function callsOf({ calls }: CustomerLife, call: string): SentCall[] {
  const [method, path = ''] = call.split(' ')
  const pattern = new RegExp(`^${path.replace('{orderId}', String.raw`[^/]+`)}$`)
  return calls.filter((each) => each.method === method && pattern.test(each.path))
}

function cookieOf(headers: Record<string, string>, name: string): string | undefined {
  const pairs = (headers['cookie'] ?? '').split('; ').map((pair) => pair.split('='))
  const value = pairs
    .find(([each]) => each === name)
    ?.slice(1)
    .join('=')
  return value === undefined || value === '' ? undefined : decodeURIComponent(value)
}

function passwordDigest(password: string): string {
  return createHash('sha256').update(password).digest('base64')
}
