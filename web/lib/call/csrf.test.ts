import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { refuse, reply } from '../../testing/network.ts'
import { logIn } from '../../testing/site.ts'
import { readSession } from '../session/session.ts'
import { call } from './call.ts'
import { ensureCsrfToken, fetchFirstCsrfToken, renewCsrfToken } from './csrf.ts'

const { csrfToken } = api.site

/** What is asked of the server from now on; each answer brings a token along. */
function watchTokenFetches(): string[] {
  const asked: string[] = []
  reply(csrfToken, ({ url }) => {
    asked.push(url)
    document.cookie = '_csrf=fresh; Path=/'
    return Response.json({ statusCode: 200, data: { token: 'fresh' } })
  })
  return asked
}

test('§4 csrf, §9 csrf delay: without a token, or with an empty one, one is fetched 100 ms after load', async () => {
  vi.useFakeTimers()
  for (const cookie of ['_csrf=; Path=/; Max-Age=0', '_csrf=; Path=/']) {
    document.cookie = cookie
    const asked = watchTokenFetches()
    const hasToken = fetchFirstCsrfToken()
    await vi.advanceTimersByTimeAsync(99)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(1)
    expect(await hasToken).toBe(true)
  }
  // now there is one
  const asked = watchTokenFetches()
  const hasToken = fetchFirstCsrfToken()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await hasToken).toBe(true)
  expect(asked).toEqual([])
})

test('a failed first fetch resolves to false, so that the app tries again', async () => {
  document.cookie = '_csrf=; Path=/; Max-Age=0'
  vi.useFakeTimers()
  reply(csrfToken, () => Response.json({ statusCode: 500 }, { status: 500 }))
  const hasToken = fetchFirstCsrfToken()
  await vi.advanceTimersByTimeAsync(100)
  expect(await hasToken).toBe(false)
})

test('a call that needs a token waits for the fetch in progress', async () => {
  document.cookie = '_csrf=; Path=/; Max-Age=0'
  vi.useFakeTimers()
  const isReleased = Promise.withResolvers<void>()
  reply(csrfToken, async () => {
    await isReleased.promise
    document.cookie = '_csrf=first; Path=/'
    return Response.json({ statusCode: 200, data: { token: 'first' } })
  })
  const hasToken = fetchFirstCsrfToken()
  await vi.advanceTimersByTimeAsync(100)
  const fetchAnother = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const ready = ensureCsrfToken(fetchAnother)
  isReleased.resolve()
  await Promise.all([hasToken, ready])
  expect(fetchAnother).not.toHaveBeenCalled()
})

test('calls that need a token at the same time share one request', async () => {
  const fetchToken = vi.fn<() => Promise<void>>(() => Promise.resolve())
  await Promise.all([renewCsrfToken(fetchToken), renewCsrfToken(fetchToken)])
  expect(fetchToken).toHaveBeenCalledTimes(1)
  await renewCsrfToken(fetchToken)
  expect(fetchToken).toHaveBeenCalledTimes(2)
})

test('cookies of our names on another path are removed when the server refuses what they say', async () => {
  const { pathname } = location
  document.cookie = `_csrf=planted; Path=${pathname}`
  document.cookie = `_userInfo=%7B%22nickname%22%3A%22x%22%7D; Path=${pathname}`
  logIn('林晚')
  watchTokenFetches()
  const sent: (string | null)[] = []
  reply(api.account.logout, ({ headers }) => {
    const token = headers.get('x-csrf-token')
    sent.push(token)
    return token === 'fresh'
      ? Response.json({ statusCode: 200, data: null })
      : Response.json({ statusCode: 403, code: 'CSRF', message: '页面已过期' }, { status: 403 })
  })
  await call(api.account.logout, {})
  expect(sent).toEqual(['planted', 'fresh'])

  refuse(api.account.profile, 'UNAUTHENTICATED')
  await expect(call(api.account.profile, {}, { isOnlyLogged: true })).rejects.toThrow('登录')
  expect(readSession()).toBeNull()
})

test('in a browser that refuses cookies the sentence says so, and what to do', async () => {
  vi.spyOn(Document.prototype, 'cookie', 'get').mockReturnValue('')
  watchTokenFetches()
  refuse(api.account.login, 'CSRF')
  const login = call(api.account.login, { email: 'a@b.cn', password: '' }, { isQuiet: true })
  await expect(login).rejects.toThrow('请在浏览器设置中允许本站的 Cookie')
})
