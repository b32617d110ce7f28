import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { serverOfFile } from '../testing/server-of-file.ts'
import { LOGINS_KEPT } from './login/login.store.ts'
import { startedAccountJobs } from '../testing/account-jobs.ts'

const serverOf = serverOfFile()

const DAY = 24 * 60 * 60 * 1000
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

test('logout ends only this session, clears its cookies and issues a usable csrf token', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const phone = await server.login(ann.user.email)
  const sid = ann.cookies.get('__Host-sid')!
  const answer = await ann.call(api.account.logout, {})
  expect(answer).toMatchObject({ status: 200, body: { statusCode: 200, data: null } })
  expect(ann.cookies.has('__Host-sid')).toBe(false)
  expect(ann.cookies.has('_userInfo')).toBe(false)
  expect((await phone.call(api.account.userInfo, {})).body.data.isLogin).toBe(true)
  const thief = server.visitor()
  thief.cookies.set('__Host-sid', sid)
  expect((await thief.call(api.account.profile, {})).status).toBe(401)
  expect((await ann.call(api.account.logout, {})).status).toBe(200)
})

test('§3 user info, §3 profile: user-info answers isLogin, the profile contains only the user, the credit and the last login', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ ip: '203.0.113.5', userAgent: CHROME })
  expect(await ann.call(api.account.userInfo, {})).toMatchObject({
    status: 200,
    body: { statusCode: 200, message: 'ok', data: { isLogin: true } },
  })
  expect(await server.visitor().call(api.account.userInfo, {})).toMatchObject({
    status: 200,
    body: { data: { isLogin: false } },
  })
  const { body } = await ann.call(api.account.profile, {})
  expect(body.data).toEqual({
    user: {
      id: ann.user.id,
      email: ann.user.email,
      nickname: 'Ann',
      source: null,
      emailVerifiedAt: expect.any(String),
      createdAt: expect.any(String),
    },
    credit: { balance: 0, held: 0, expiring: [] },
    lastLogin: { at: expect.any(String), ip: '203.0.113.5', device: 'Chrome · Windows' },
  })
})

test('a changed nickname appears in the answer, the cookie and the profile; one that is no plain short text gets 400 and a field error', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const answer = await ann.call(api.account.editProfile, { nickname: '  小安 ' })
  expect(answer).toMatchObject({ status: 200, body: { data: { user: { nickname: '小安' } } } })
  expect(JSON.parse(ann.cookies.get('_userInfo')!)).toMatchObject({ nickname: '小安' })
  expect((await ann.call(api.account.profile, {})).body.data.user.nickname).toBe('小安')

  const unseen = ['\u200b', '\u202eann', 'a\u2028b']
  for (const nickname of [
    '',
    '   ',
    'x'.repeat(21),
    '<b>x</b>',
    'a\u0007b',
    ...unseen,
    5,
    null,
    [],
    {},
  ]) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own client never sends this
    const wrong = await ann.call(api.account.editProfile, { nickname: nickname as string })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(wrong.body.fields).toHaveProperty('nickname')
  }
})

test("sessions are listed with the current one marked, and one device can end another's session and its own", async () => {
  const server = await serverOf()
  const ann = await server.newUser({ userAgent: CHROME, ip: '203.0.113.5' })
  const phone = await server.login(ann.user.email)
  const { body } = await phone.call(api.account.sessions, {})
  expect(body.data.list.map(({ device, current, ip }) => [device, current, ip])).toEqual([
    ['Firefox · Linux', true, '127.0.0.1'],
    ['Chrome · Windows', false, '203.0.113.5'],
  ])
  const id = body.data.list[1]!.id
  const answer = await phone.call(api.account.revokeSession, { id })
  expect(answer).toMatchObject({ status: 200, body: { data: null } })
  expect((await ann.call(api.account.profile, {})).status).toBe(401)
  const [own, ...others] = (await phone.call(api.account.sessions, {})).body.data.list
  expect(others).toEqual([])
  await phone.call(api.account.revokeSession, { id: own!.id })
  expect(phone.cookies.has('_userInfo')).toBe(false)
  expect((await phone.call(api.account.profile, {})).status).toBe(401)
})

test('a session unused for seven days is not listed even before the sweep', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  await server.login(ann.user.email)
  server.advance(6 * DAY)
  await ann.call(api.account.profile, {})
  server.advance(2 * DAY)

  const { body } = await ann.call(api.account.sessions, {})

  expect(body.data.list.map(({ current }) => current)).toEqual([true])
  const [row] = await server.sql<{ count: number }>`
    select count(*) from sessions where user_id = ${ann.user.id}`
  expect(row!.count).toBe(2)
})

test("ending another user's session gets 404 and does not end it", async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const mallory = await server.newUser()
  const { id } = (await ann.call(api.account.sessions, {})).body.data.list[0]!
  for (const given of [id, 'no-such-session', id.toUpperCase()]) {
    const answer = await mallory.call(api.account.revokeSession, { id: given })
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  }
  expect((await ann.call(api.account.profile, {})).status).toBe(200)
})

test('frequent logins keep only the newest login events and devices of the user', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const bob = await server.newUser()
  for (const { user } of [ann, bob]) {
    const times = user === ann.user ? LOGINS_KEPT + 50 : 2
    await server.sql`
      insert into login_events (id, user_id, ip, user_agent, created_at)
      select gen_random_uuid(), ${user.id}, '192.0.2.1', '', now() - n * interval '1 minute'
      from generate_series(1, ${times}::integer) n`
    await server.sql`
      insert into known_devices (user_id, token_hash, last_login_at)
      select ${user.id}, sha256(n::text::bytea), now() - n * interval '1 minute'
      from generate_series(1, ${times}::integer) n`
  }
  await server.login(ann.user.email)
  const kept = await server.sql<Record<string, unknown>>`
    select email, (select count(*) from login_events where user_id = u.id) logins,
      (select count(*) from known_devices where user_id = u.id) devices,
      (select count(*) from login_events where user_id = u.id and ip = '127.0.0.1') newest
    from users u order by created_at`
  expect(kept).toEqual([
    { email: ann.user.email, logins: LOGINS_KEPT, devices: LOGINS_KEPT, newest: 2 },
    { email: bob.user.email, logins: 3, devices: 3, newest: 1 },
  ])
})

test('the sweep deletes expired rows and keeps the user and the newest login', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  await server.solveCaptcha()
  server.advance(6 * DAY)
  const [sweep] = startedAccountJobs(server.deps)
  await sweep!.run(new AbortController().signal)
  expect((await ann.call(api.account.profile, {})).status).toBe(200)
  server.advance(200 * DAY)
  await sweep!.run(new AbortController().signal)
  const [left] = await server.sql<Record<string, number>>`
    select (select count(*) from sessions) sessions, (select count(*) from known_devices) devices,
      (select count(*) from rate_limits) limits, (select count(*) from users) users,
      (select count(*) from login_events) logins`
  expect(left).toEqual({ sessions: 0, devices: 0, limits: 0, users: 1, logins: 1 })
})
