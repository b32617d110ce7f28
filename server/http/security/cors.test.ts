import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startTestServer } from '../../testing/harness.ts'
import { production } from '../../testing/settings.ts'

const PAGES = 'https://www.shop.example'
const split = { environment: { CORS_ORIGINS: PAGES } }

test('page of a configured origin may call with cookies', async () => {
  await using server = await startTestServer(split)
  const preflight = await server.visitor().send({
    method: 'OPTIONS',
    url: api.account.login.path,
    headers: { origin: PAGES, 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': PAGES,
    'access-control-allow-credentials': 'true',
    'access-control-allow-headers': expect.stringContaining('x-csrf-token'),
    vary: 'Origin',
  })
  const ann = await server.newUser()
  const headers = { origin: PAGES, 'sec-fetch-site': 'same-site' }
  const answer = await ann.call(api.account.editProfile, { nickname: 'Bob' }, { headers })
  expect(answer.status).toBe(200)
  expect(answer.headers['access-control-allow-origin']).toBe(PAGES)
})

test('page of another origin may neither read nor write', async () => {
  await using server = await startTestServer(split)
  const ann = await server.newUser()
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const read = await ann.call(api.account.profile, {}, { headers })
  expect(read.headers).not.toHaveProperty('access-control-allow-origin')
  const write = await ann.call(api.account.editProfile, { nickname: 'Bob' }, { headers })
  expect(write.status).toBe(403)
  const preflight = await ann.send({
    method: 'OPTIONS',
    url: api.account.login.path,
    headers: { ...headers, 'access-control-request-method': 'POST' },
  })
  expect(preflight.status).toBe(404)
  expect(preflight.headers).not.toHaveProperty('access-control-allow-origin')
})

test('failure response is readable from a configured origin', async () => {
  await using server = await startTestServer(split)
  const answer = await server
    .visitor()
    .call(api.account.profile, {}, { headers: { origin: PAGES } })
  expect(answer.status).toBe(401)
  expect(answer.headers['access-control-allow-origin']).toBe(PAGES)
})

test('COOKIE_DOMAIN applies to the two readable cookies', async () => {
  await using server = await startTestServer({
    environment: {
      COOKIE_DOMAIN: 'shop.example',
      ...production,
      PUBLIC_URL: PAGES,
    },
  })
  const visitor = server.visitor()
  const { headers } = await visitor.call(api.site.csrfToken, {})
  const cookies = [headers['set-cookie']].flat().map(String)
  expect(cookies.find((cookie) => cookie.startsWith('_csrf='))).toMatch(/Domain=shop\.example/)
  expect(cookies.find((cookie) => cookie.startsWith('_csrf='))).toMatch(/Secure/)
  expect(cookies.find((cookie) => cookie.startsWith('__Host-pre='))).not.toMatch(/Domain/)
})
