import { expect, test } from 'vitest'
import * as allCalls from '#contract/all-calls.ts'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { connect } from '../../db/sql.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { PASSWORD, startTestServer, type TestUser } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'

const serverOf = serverOfFile()

const MINUTE = 60 * 1000
const DAY = 24 * 60 * MINUTE

const isLogin = async (user: Pick<TestUser, 'call'>) =>
  (await user.call(api.account.userInfo, {})).body.data.isLogin

test("session cookie is HttpOnly, Secure and host-only, and only its token's hash is stored", async () => {
  const server = await serverOf()
  const { user } = await server.newUser()
  const visitor = server.visitor()
  const { headers } = await visitor.call(api.account.login, {
    email: user.email,
    password: passwordDigest(PASSWORD),
  })
  const cookies = [headers['set-cookie']].flat().map(String)
  const sid = cookies.find((cookie) => cookie.startsWith('__Host-sid='))!
  expect(sid).toMatch(/^__Host-sid=[\w-]{43};/)
  expect(sid.split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    `Max-Age=${30 * 24 * 60 * 60}`,
    'Path=/',
    'SameSite=Lax',
    'Secure',
  ])
  const token = visitor.cookies.get('__Host-sid')!
  const rows = await server.sql<{ row: string }>`select s::text as row from sessions s`
  expect(rows).toHaveLength(2)
  for (const { row } of rows) {
    expect(row).not.toContain(token)
    expect(row).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  }
})

test('session ends after seven days without a request, and after thirty days of use', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  server.advance(6 * DAY)
  expect(await isLogin(ann)).toBe(true)
  server.advance(6 * DAY)
  expect(await isLogin(ann)).toBe(true)
  server.advance(7 * DAY + MINUTE)
  expect(await isLogin(ann)).toBe(false)

  const busy = await server.newUser()
  for (let day = 0; day < 30; day += 5) {
    expect(await isLogin(busy)).toBe(true)
    server.advance(5 * DAY)
  }
  expect(await isLogin(busy)).toBe(false)
})

test('last request is recorded at most once a minute', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const lastSeen = async () => {
    const [row] = await server.sql<{ at: Date }>`select last_seen_at as at from sessions`
    return row!.at.getTime()
  }
  const atLogin = await lastSeen()
  server.advance(MINUTE / 2)
  await isLogin(ann)
  expect(await lastSeen()).toBe(atLogin)
  server.advance(MINUTE)
  await isLogin(ann)
  expect(await lastSeen()).toBeGreaterThan(atLogin)
})

test('eleventh login ends the oldest session, and concurrent ones leave at most ten', async () => {
  const server = await serverOf()
  const first = await server.newUser()
  const rest: TestUser[] = []
  for (let login = 2; login <= 10; login += 1) rest.push(await server.login(first.user.email))
  expect(await isLogin(first)).toBe(true)
  const eleventh = await server.login(first.user.email)
  expect(await isLogin(first)).toBe(false)
  expect(await Promise.all([eleventh, ...rest].map(isLogin))).toEqual(Array(10).fill(true))
  await Promise.all([1, 2, 3, 4].map(() => server.login(first.user.email)))
  const [row] = await server.sql<{ count: number }>`select count(*) from sessions`
  expect(row!.count).toBe(10)
})

test('§4 expired login: login ends the earlier session of the browser; an ended session gets a 401 that clears both cookies', async () => {
  const server = await serverOf()
  const mallory = await server.newUser()
  const planted = mallory.cookies.get('__Host-sid')!
  const ann = await server.newUser()
  const browser = server.visitor()
  for (const [name, value] of mallory.cookies) browser.cookies.set(name, value)
  await browser.call(api.account.login, {
    email: ann.user.email,
    password: passwordDigest(PASSWORD),
  })
  expect(browser.cookies.get('__Host-sid')).not.toBe(planted)
  expect(await isLogin(mallory)).toBe(false)
  expect((await browser.call(api.account.profile, {})).body.data.user.id).toBe(ann.user.id)

  await server.sql`delete from sessions`
  expect(ann.cookies.has('_userInfo')).toBe(true)
  const answer = await ann.call(api.account.profile, {})
  expect(answer).toMatchObject({
    status: 401,
    body: { statusCode: 401, code: 'UNAUTHENTICATED', message: '登录状态已过期，请重新登录' },
  })
  expect(ann.cookies.has('__Host-sid')).toBe(false)
  expect(ann.cookies.has('_userInfo')).toBe(false)
})

test('§6 user: call that requires a session is a 401 without one, with any input', async () => {
  const server = await serverOf()
  const visitor = server.visitor()
  await visitor.call(api.site.csrfToken, {})
  const calls = Object.values(allCalls).flatMap((group) => Object.values<Endpoint>(group))
  const guarded = calls.filter(({ session }) => session === 'required')
  expect(guarded.length).toBeGreaterThan(40)
  for (const { method, path } of guarded) {
    const answer = await visitor.send({
      method,
      url: path.replaceAll(/:\w+/g, 'x'),
      headers: {
        'x-csrf-token': visitor.cookies.get('_csrf')!,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { payload: '{"malformed' }),
    })
    expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'UNAUTHENTICATED'])
  }
})

test('database outage is a 503 for logged-in visitors, never a 401', async () => {
  await using dead = await startTestServer({
    deps: { sql: connect('postgres://nobody@127.0.0.1:4499/none') },
  })
  const visitor = dead.visitor()
  visitor.cookies.set('__Host-sid', 'A'.repeat(43))
  visitor.cookies.set('_userInfo', '{}')
  const answer = await visitor.call(api.account.profile, {})
  expect(answer).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_DOWN' } })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(visitor.cookies.has('_userInfo')).toBe(true)
})
