import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { startTestServer } from '../../testing/harness.ts'
import { production } from '../../testing/settings.ts'

const PAGES = 'https://www.shop.example'
const split = { environment: { CORS_ORIGINS: PAGES } }

test('page of a configured origin may call with cookies and read failures; one of another origin may neither read nor write', async () => {
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
  const failed = await server
    .visitor()
    .call(api.account.profile, {}, { headers: { origin: PAGES } })
  expect(failed.status).toBe(401)
  expect(failed.headers['access-control-allow-origin']).toBe(PAGES)

  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const read = await ann.call(api.account.profile, {}, { headers: foreign })
  expect(read.headers).not.toHaveProperty('access-control-allow-origin')
  const write = await ann.call(api.account.editProfile, { nickname: 'Bob' }, { headers: foreign })
  expect(write.status).toBe(403)
  const refused = await ann.send({
    method: 'OPTIONS',
    url: api.account.login.path,
    headers: { ...foreign, 'access-control-request-method': 'POST' },
  })
  expect(refused.status).toBe(404)
  expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
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
