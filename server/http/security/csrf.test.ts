import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { PASSWORD, startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const serverOf = oncePerFile(() => startTestServer())

const refused = { status: 403, body: { statusCode: 403, code: 'CSRF', data: null } }

test('§3 _csrf: unsafe call without a token is refused before its body is read, and so is the header or the cookie alone', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const answer = await ann.call(api.account.editProfile, { nickname: 'Bob' }, { csrf: false })
  expect(answer).toMatchObject(refused)
  const malformed = await ann.send({
    method: 'POST',
    url: api.account.editProfile.path,
    headers: { 'content-type': 'application/json' },
    payload: '{"nickname":',
  })
  expect(malformed).toMatchObject(refused)

  const token = ann.cookies.get('_csrf')!
  ann.cookies.delete('_csrf')
  const headerAlone = await ann.call(api.account.editProfile, { nickname: 'Bob' }, { csrf: token })
  expect(headerAlone).toMatchObject(refused)
  ann.cookies.set('_csrf', token)
  const cookieAlone = await ann.call(api.account.editProfile, { nickname: 'Bob' }, { csrf: false })
  expect(cookieAlone).toMatchObject(refused)
  const both = await ann.call(api.account.editProfile, { nickname: 'Bob' })
  expect(both.status).toBe(200)
})

test('invented pair of cookie and header, and that of another session, are refused', async () => {
  const server = await serverOf()
  const [ann, mallory] = [await server.newUser(), await server.newUser()]
  const planted = `${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`
  ann.cookies.set('_csrf', planted)
  expect(await ann.call(api.account.editProfile, { nickname: 'Bob' })).toMatchObject(refused)
  ann.cookies.set('_csrf', mallory.cookies.get('_csrf')!)
  expect(await ann.call(api.account.editProfile, { nickname: 'Bob' })).toMatchObject(refused)
})

test('a cookie of the name that another site of the domain has set, and sent before ours, does no harm', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const [sid, token] = [ann.cookies.get('__Host-sid')!, ann.cookies.get('_csrf')!]
  const cookie = `_csrf=planted; user_source=%E0%A4%A; __Host-sid=${sid}; _csrf=${token}`
  const edited = await ann.call(
    api.account.editProfile,
    { nickname: 'Bob' },
    { headers: { cookie } },
  )
  expect(edited.status).toBe(200)
})

test("visitor's token is bound to an HttpOnly cookie, and a second token replaces the first", async () => {
  const server = await serverOf()
  const visitor = server.visitor()
  const answer = await visitor.call(api.site.csrfToken, {})
  const second = await visitor.call(api.site.csrfToken, {})
  expect(second.body.data.token).not.toBe(answer.body.data.token)
  expect(visitor.cookies.get('_csrf')).toBe(second.body.data.token)
  expect((await visitor.call(api.account.logout, {})).status).toBe(200)
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  expect(cookies.find((cookie) => cookie.startsWith('__Host-pre='))).toMatch(/HttpOnly; Secure/)
  expect(cookies.find((cookie) => cookie.startsWith('_csrf='))).not.toMatch(/HttpOnly/)

  const mallory = server.visitor()
  await mallory.call(api.site.csrfToken, {})
  visitor.cookies.set('_csrf', mallory.cookies.get('_csrf')!)
  const input = { email: 'ann@example.com', password: passwordDigest(PASSWORD) }
  expect(await visitor.call(api.account.login, input)).toMatchObject(refused)
})

test('login invalidates the earlier token', async () => {
  const server = await serverOf()
  const { user } = await server.newUser()
  const visitor = server.visitor()
  await visitor.call(api.site.csrfToken, {})
  const before = visitor.cookies.get('_csrf')!
  await visitor.call(api.account.login, { email: user.email, password: passwordDigest(PASSWORD) })
  expect(visitor.cookies.get('_csrf')).not.toBe(before)
  const old = await visitor.call(api.account.logout, {}, { csrf: before })
  expect(old).toMatchObject(refused)
  visitor.cookies.set('_csrf', before)
  expect(await visitor.call(api.account.logout, {})).toMatchObject(refused)
})

test('logout by a GET without the token, and a call from another site even with a valid one, are refused', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const link = await ann.send({ method: 'GET', url: api.account.logout.path })
  expect(link).toMatchObject(refused)
  const head = await ann.send({ method: 'HEAD', url: api.account.logout.path })
  expect(head.status).toBe(403)
  expect((await ann.call(api.account.userInfo, {})).body.data.isLogin).toBe(true)

  const from = (headers: Record<string, string>) =>
    ann.call(api.account.editProfile, { nickname: 'Bob' }, { headers })
  const evil = 'https://evil.example'
  expect(await from({ 'sec-fetch-site': 'cross-site' })).toMatchObject(refused)
  expect(await from({ 'sec-fetch-site': 'same-site', origin: evil })).toMatchObject(refused)
  expect(await from({ 'sec-fetch-site': 'none' })).toMatchObject(refused)
  const otherScheme = { 'sec-fetch-site': 'cross-site', origin: 'https://localhost:80' }
  expect(await from(otherScheme)).toMatchObject(refused)
  const old = server.visitor()
  for (const [name, value] of ann.cookies) old.cookies.set(name, value)
  const withOrigin = (origin: string) =>
    server.app.inject({
      method: 'POST',
      url: api.account.editProfile.path,
      payload: { nickname: 'Bob' },
      headers: {
        origin,
        host: 'localhost:3000',
        'x-csrf-token': ann.cookies.get('_csrf')!,
        cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
  expect((await withOrigin(evil)).statusCode).toBe(403)
  expect((await withOrigin('null')).statusCode).toBe(403)
  expect((await withOrigin('http://localhost:3000')).statusCode).toBe(200)
  expect((await withOrigin(server.config.publicUrl)).statusCode).toBe(200)
})

test('body of another type than JSON or a form is a 415', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  for (const type of ['text/plain', 'multipart/form-data']) {
    const answer = await ann.send({
      method: 'POST',
      url: api.account.editProfile.path,
      headers: { 'x-csrf-token': ann.cookies.get('_csrf')!, 'content-type': type },
      payload: '{"nickname":"Bob"}',
    })
    expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA' } })
  }
})
