import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import type { Shop } from '../shop/shop.ts'
import { createCookieJar } from '../sign-on/cookies.ts'
import { createSessions } from '../sign-on/sessions.ts'
import { rememberingShop } from '../testing/remembering-shop.ts'
import { toApiError } from './api-error.ts'
import { createOwners } from './owners.ts'

test('the shop is asked about few keys of an address at once, however many come', async () => {
  const answered = Promise.withResolvers<null>()
  const findKeyOwner = vi.fn<Shop['findKeyOwner']>(() => answered.promise)
  const { shop } = rememberingShop({ findKeyOwner })
  const publicUrl = 'https://tools.test'
  const cookies = createCookieJar({ publicUrl })
  const owners = createOwners({ shop, sessions: createSessions(), cookies, publicUrl })
  await using app = Fastify()
  app.get('/', (request) => owners.find(request))
  app.setErrorHandler((error, _request, reply) => reply.code(toApiError(error).status).send())
  const headers = { authorization: `Bearer key_${'A'.repeat(43)}` }
  const statuses: number[] = []
  const calls = Array.from({ length: 100 }, async () => {
    const { statusCode } = await app.inject({ url: '/', headers })
    statuses.push(statusCode)
  })
  await vi.waitFor(() => expect(statuses).toHaveLength(90))
  expect(new Set(statuses)).toEqual(new Set([429]))
  answered.resolve(null)
  await Promise.all(calls)
  expect(findKeyOwner).toHaveBeenCalledTimes(10)
})
