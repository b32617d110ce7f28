import { createHash } from 'node:crypto'
import { type CustomerLife, recordCustomerLife, type SentCall } from '../fixtures/customer-life.ts'
import { expect, test as base } from '../fixtures/test.ts'

// Section 7 of the original specification: the payloads that a browser sends.

/** Once per worker and window size. */
base.describe.configure({ mode: 'default' })

const test = base.extend<object, { life: CustomerLife }>({
  life: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, timezoneId, viewport, isMobile, hasTouch } = project.use
      const options = { baseURL, locale, timezoneId, viewport, isMobile, hasTouch }
      await use(await recordCustomerLife(browser, definedOf(options)))
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

interface Row {
  call: string
  /** The keys of the original payload. */
  query?: string[]
  body?: string[]
  /** Other specification rows that this call proves. */
  also?: string
}

const WEB = '/clients/web'
/** Part of `npm test`. */
const MAIN = { tag: '@main:desktop' }
const TABLE: Row[] = [
  { call: `GET ${WEB}/csrf/token` },
  { call: `GET ${WEB}/global/config`, query: ['type'], also: '§3 global config' },
  { call: `POST ${WEB}/auth/login`, body: ['email', 'password'], also: '§3 login payload' },
  {
    call: `POST ${WEB}/auth/register`,
    body: ['email', 'password', 'code'],
    also: '§3 registration payload',
  },
  { call: `POST ${WEB}/auth/register/code`, body: ['email', 'captcha'], also: '§5 captcha' },
  { call: `GET ${WEB}/auth/profile`, also: '§3 profile' },
  { call: `GET ${WEB}/auth/logout` },
  { call: `GET ${WEB}/recharge/translate/combo/list` },
  { call: `POST ${WEB}/recharge/order/place-order`, body: ['id', 'num'], also: '§3 order' },
  { call: `GET ${WEB}/recharge/order/query/{orderId}` },
  { call: `GET ${WEB}/recharge/order/list`, query: ['page', 'pageSize', 'state'] },
  { call: `POST ${WEB}/recharge/stripe/create-payment-intent`, body: ['id', 'num'] },
  {
    call: `POST ${WEB}/recharge/stripe/confirm-payment`,
    body: ['clientSecret', 'paymentMethodId'],
    also: '§3 payment intent',
  },
  {
    call: `POST ${WEB}/auth/password/change`,
    body: ['currentPassword', 'newPassword'],
    also: '§3 password change',
  },
  {
    call: `POST ${WEB}/auth/reset-password/link`,
    body: ['email', 'captcha'],
    also: '§3 reset link',
  },
  { call: `POST ${WEB}/auth/reset-password`, body: ['token', 'password'], also: '§3 reset' },
  { call: `POST ${WEB}/auth/send-change-email-code`, body: ['email'] },
  { call: `POST ${WEB}/auth/change-email`, body: ['email', 'code'], also: '§3 e-mail change' },
]

for (const { call, query = [], body, also } of TABLE) {
  const heads = [`§7 ${call}`, ...(also === undefined ? [] : [also])]
  test(`${heads.join(', ')}: the browser sends exactly this`, MAIN, ({ life }) => {
    const sent = callsOf(life, call)
    expect(sent.length).toBeGreaterThan(0)
    for (const each of sent) {
      expect(each.body && Object.keys(each.body).toSorted()).toEqual(body?.toSorted())
      const asked = Object.keys(each.query)
      // the order state is sent only when one is selected
      expect(query.filter((key) => key !== 'state' || asked.includes(key))).toEqual(asked)
      if (body) expect(each.headers['content-type']).toBe('application/json')
    }
  })
}

test(
  '§7 csrf header, §7 dev header: each carries the current cookie’s token, and no dev header',
  MAIN,
  ({ life }) => {
    expect(TABLE).toHaveLength(18)
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
  },
)

test('§7 API host: calls behind the login carry the session with them', MAIN, ({ life }) => {
  const paying = callsOf(life, `POST ${WEB}/recharge/order/place-order`)
  for (const { headers } of paying) expect(cookieOf(headers, '__Host-sid')).toMatch(/\S{20,}/)
})

test(
  '§7 order list, §4 order states: the state goes along only when one is chosen',
  MAIN,
  ({ life }) => {
    const states = callsOf(life, `GET ${WEB}/recharge/order/list`).map(
      ({ query }) => query['state'],
    )
    expect(states).toContain(undefined)
    expect(states).toContain('pending')
    expect(states).not.toContain('')
  },
)

test('§9 keys, §3 global config: the configuration is requested by its type', MAIN, ({ life }) => {
  for (const { query } of callsOf(life, `GET ${WEB}/global/config`)) {
    expect(query).toEqual({ type: 'download_url' })
  }
})

test(
  '§3 order, §3 payment intent: paying places the order, then asks for its intent, then confirms',
  MAIN,
  ({ life }) => {
    const { calls } = life
    const steps = ['order/place-order', 'stripe/create-payment-intent', 'stripe/confirm-payment']
    const paying = calls.filter(({ path }) => steps.some((step) => path.endsWith(step)))
    expect(paying.map(({ path }) => path)).toEqual(steps.map((step) => `${WEB}/recharge/${step}`))
    const [placed, intent, confirmed] = paying.map(({ body }) => body)
    expect(placed).toEqual({ id: 'standard', num: 2 })
    expect(intent).toEqual(placed)
    expect(confirmed).toEqual({
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      paymentMethodId: expect.stringMatching(/^pm_\w+$/),
    })
    const asked = callsOf(life, `GET ${WEB}/recharge/order/query/{orderId}`)
    expect(new Set(asked.map(({ path }) => path)).size).toBe(1)
    expect(asked[0]?.path).toMatch(/\/[\da-f-]{36}$/)
  },
)

test(
  '§5 hashed at registration, §5 hashed at login, §5 hashed at change, §5 hashed at reset, §5 newPassword: digests of 44 characters, and the new password as typed',
  MAIN,
  ({ life }) => {
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
  },
)

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

function definedOf<T extends object>(options: T) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is left has values
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>
  }
}
