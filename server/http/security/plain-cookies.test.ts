import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { usePlainCookies } from './plain-cookies.ts'

test('at http://localhost cookies travel without Secure and prefix, and the server sees the names of production', async () => {
  await using app = Fastify()
  usePlainCookies(app)
  await app.register(cookie)
  const options = { path: '/', secure: true, httpOnly: true }
  app.get('/set', (_request, reply) =>
    reply.setCookie('__Host-sid', 'one', options).setCookie('_csrf', 'two', { path: '/' }).send(''),
  )
  app.get('/library', (_request, reply) => {
    reply.hijack()
    reply.raw.setHeader('Set-Cookie', ['__Secure-sign-on=three; Path=/; Secure; HttpOnly'])
    reply.raw.end()
  })
  app.get('/read', (request) => request.cookies)
  const at = await app.listen()
  const linesOf = async (path: string) => (await fetch(at + path)).headers.getSetCookie()
  expect(await linesOf('/set')).toEqual([
    'plain-Host-sid=one; Path=/; HttpOnly; SameSite=Lax',
    '_csrf=two; Path=/; SameSite=Lax',
  ])
  expect(await linesOf('/library')).toEqual(['plain-Secure-sign-on=three; Path=/; HttpOnly'])
  const headers = { cookie: '_csrf=two; plain-Host-sid=one; plain-Secure-sign-on=three' }
  const read = await fetch(`${at}/read`, { headers })
  expect(await read.json()).toEqual({
    _csrf: 'two',
    '__Host-sid': 'one',
    '__Secure-sign-on': 'three',
  })
})

test('cookies are plain in development alone', () => {
  const settings = { SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe' }
  expect(loadConfig(settings).hasPlainCookies).toBe(true)
  expect(loadConfig({ ...settings, NODE_ENV: 'test' }).hasPlainCookies).toBe(false)
})
