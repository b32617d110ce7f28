import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import { permissionsOf, type Role } from '#contract/console/staff/roles.ts'
import { type ConsoleClient, startTestConsole } from '../testing/console/console.ts'
import { digestTables } from '../testing/console/table-digests.ts'
import { startTestServer } from '../testing/harness.ts'
import { oncePerFile } from '../testing/once-per-file.ts'

const calls: ConsoleCall[] = Object.values(consoleApi).flatMap((group) => Object.values(group))
const guarded = calls.filter(({ access }) => access !== 'anyone')

/** Where the attackers of the tests sit. */
const ELSEWHERE = '203.0.113.7'

/** What may be written by a refusal: the audit log, and when a session was last seen. */
const WRITTEN = { operator_actions: expect.any(String), operator_sessions: expect.any(String) }

async function start() {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  const staff = stack.use(await startTestConsole(server.deps))
  const customer = await server.newUser()
  return { server, staff, customer, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const fixtureOf = oncePerFile(start)

type Fixture = Awaited<ReturnType<typeof start>>

/** Browsers that hold something, but no session of the console. */
async function strangersAt({ staff, customer }: Fixture): Promise<[string, ConsoleClient][]> {
  const token = customer.cookies.get('__Host-sid')!
  const shopper = staff.visitor()
  shopper.cookies.set('__Host-sid', token)
  const renamed = staff.visitor()
  renamed.cookies.set('__Host-op', token)
  const thief = staff.visitor(ELSEWHERE)
  const robbed = await staff.newOperator('owner')
  thief.cookies.set('__Host-op', robbed.cookies.get('__Host-op')!)
  const invented = staff.visitor()
  invented.cookies.set('__Host-op', 'A'.repeat(43))
  return [
    ['a stranger', staff.visitor()],
    ['a customer of the shop', shopper],
    ['a customer’s cookie under the console’s name', renamed],
    ['an owner’s cookie at another address', thief],
    ['an invented cookie', invented],
  ]
}

test('every call × strangers, customers and a stolen cookie: 401, and nothing changes but the audit log', async () => {
  const fixture = await fixtureOf()
  const strangers = await strangersAt(fixture)
  const before = await digestTables(fixture.server.sql)
  expect(Object.keys(before).length).toBeGreaterThan(40)
  for (const [who, browser] of strangers) {
    for (const call of guarded) {
      // with another address that a proxy would report: none is trusted here
      const headers = { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }
      const { status, body } = await browser.call(call, {}, { headers })
      const answer = [who, call.method, call.path, status, body.code, body.data]
      expect(answer).toEqual([who, call.method, call.path, 401, 'UNAUTHENTICATED', null])
    }
  }
  expect(await digestTables(fixture.server.sql)).toEqual({ ...before, ...WRITTEN })
})

test('every call under other methods and spellings is no call, also for an owner', async () => {
  const fixture = await fixtureOf()
  const { server, staff } = fixture
  const owner = await staff.newOperator('owner')
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const before = await digestTables(server.sql)
  for (const { method, path } of calls) {
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const
    const taken = calls.filter((call) => call.path === path).map((call) => call.method as string)
    const wrong = others.filter((other) => !taken.includes(other))
    for (const other of wrong) {
      const answer = await staff.app.inject({ method: other, url: path, headers: { cookie } })
      expect([other, path, answer.statusCode]).toEqual([other, path, 404])
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    }
    for (const spelt of [`${path}/`, `${path}%00`, `${path};x`]) {
      const answer = await staff.app.inject({ method, url: spelt, headers: { cookie } })
      expect([method, spelt, answer.statusCode]).toEqual([
        method,
        spelt,
        expect.toBeOneOf([400, 404]),
      ])
    }
  }
  expect(await digestTables(server.sql)).toEqual(before)
})

const CONFINED = ['viewer', 'support', 'finance'] as const satisfies readonly Role[]

test('every call that a role lacks, or that needs a confirmation of the last 15 minutes: 403, and nothing changes', async () => {
  const fixture = await fixtureOf()
  const { server, staff } = fixture
  const owner = await staff.newOperator('owner')
  const people = new Map<Role, ConsoleClient>()
  for (const role of CONFINED) people.set(role, await staff.newOperator(role))
  const before = await digestTables(server.sql)
  for (const wait of [0, 16 * 60_000]) {
    server.advance(wait)
    for (const [role, browser] of people) {
      for (const call of guarded) {
        const { access, path } = call
        if (access === 'operator' || access === 'anyone') continue
        if (permissionsOf(role).includes(access)) continue
        const { status, body } = await browser.call(call, {})
        expect([role, path, status, body.code]).toEqual([role, path, 403, 'FORBIDDEN'])
      }
    }
  }
  const confirmed = guarded.filter(({ needsConfirmation }) => needsConfirmation)
  expect(confirmed.map(({ path }) => path).toSorted()).toMatchInlineSnapshot(`
    [
      "/api/console/exports",
      "/api/console/security/code",
      "/api/console/security/code/begin",
      "/api/console/security/code/remove",
      "/api/console/security/passkeys",
      "/api/console/security/passkeys/begin",
      "/api/console/security/passkeys/remove",
      "/api/console/security/recovery-codes",
      "/api/console/security/sessions/end",
      "/api/console/signatures/sign",
    ]
  `)
  for (const call of confirmed) {
    const { body } = await owner.call(call, {})
    expect([call.path, body.code]).toEqual([call.path, 'CONFIRMATION_NEEDED'])
  }
  expect(await digestTables(server.sql)).toEqual({ ...before, ...WRITTEN })
  server.advance(-16 * 60_000)
})

test('a stolen cookie, attempts beyond a role and pages of another origin are in the audit log: the cookie once, the others up to a limit', async () => {
  const fixture = await fixtureOf()
  const { server, staff } = fixture
  const viewer = await staff.newOperator('viewer')
  const thief = staff.visitor(ELSEWHERE)
  thief.cookies.set('__Host-op', viewer.cookies.get('__Host-op')!)
  for (let times = 0; times < 3; times += 1)
    expect((await thief.call(consoleApi.orders.listConsoleOrders, {})).status).toBe(401)
  const given = { user: 'a@shop.test', give: '500', reason: '补偿' }
  for (let times = 0; times < 25; times += 1)
    await viewer.call(act, { command: 'users credit', given, mark: null })
  const rows = await server.sql<{ command: string; address: string; outcome: string }>`
    select command, address, outcome from operator_actions
    where command in ('console elsewhere', 'console forbidden') and operator = ${viewer.email}
    order by id`
  expect(rows[0]).toEqual({ command: 'console elsewhere', address: ELSEWHERE, outcome: 'refused' })
  expect(rows.slice(1)).toEqual(
    Array.from({ length: 20 }, () => ({
      command: 'console forbidden',
      address: '127.0.0.1',
      outcome: 'refused',
    })),
  )
  // the session lives on at its own address
  expect((await viewer.call(consoleApi.orders.listConsoleOrders, {})).status).toBe(200)

  const owner = await staff.newOperator('owner')
  const headers = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }
  const shop = { command: 'users credit', given: { user: 'a@shop.test', give: '500' }, mark: null }
  for (const browser of [staff.visitor(), owner]) {
    for (let times = 0; times < 7; times += 1)
      expect((await browser.call(act, shop, { headers })).body.code).toBe('CSRF')
  }
  const forged = await server.sql<{ operator: string; given: unknown; outcome: string }>`
    select operator, given, outcome from operator_actions where command = 'console forged'`
  const row = {
    operator: owner.email,
    given: { from: 'http://localhost:3000' },
    outcome: 'refused',
  }
  expect(forged).toEqual(Array.from({ length: 5 }, () => row))
})
