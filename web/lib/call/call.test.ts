import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { answer, leaveUnanswered, refuse, reply } from '../../testing/network.ts'
import { logIn } from '../../testing/site.ts'
import { call } from './call.ts'
import { CallError } from './classify-failure.ts'
import { readSession, refreshSession } from '../session/session.ts'
import { pageData } from '../site.ts'
import { currentToasts } from '../toast.ts'

const { comboList, orderList, placeOrder, queryOrder } = api.recharge
const { site } = pageData()
const order = { id: 'plan-1', num: 1 }

afterEach(() => {
  site.apiBase = ''
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('§7 envelope, §8 refusal in a 2xx: six values of statusCode are success; all else in a 200 rejects and shows nothing', async () => {
  for (const statusCode of [200, 0, '200', '0', 'ok', 'true']) {
    reply(comboList, () => Response.json({ statusCode, data: [] }))
    expect(await call(comboList, {}), String(statusCode)).toEqual([])
  }
  for (const statusCode of [201, 1, 'OK', true, 'success']) {
    reply(comboList, () => Response.json({ statusCode, message: '不行', data: [] }))
    const refusal = { message: '不行', isShown: false }
    await expect(call(comboList, {}), String(statusCode)).rejects.toMatchObject(refusal)
  }
  for (const answerWith of [
    () => Response.json({ message: '不行', data: [] }),
    () => new Response('<h1>Sorry</h1>', { headers: { 'content-type': 'text/html' } }),
  ]) {
    reply(comboList, answerWith)
    await expect(call(comboList, {})).rejects.toMatchObject({ status: 200, isShown: false })
  }
  expect(toasts()).toEqual([])
})

test('§7 order list: a GET puts its input into path and query, and leaves empty values out', async () => {
  const urls: string[] = []
  reply(orderList, ({ url }) => {
    urls.push(url.slice(location.origin.length))
    return Response.json({ statusCode: 200, data: { list: [], total: 0, page: 2, pageSize: 10 } })
  })
  const unset: string = ''
  await call(orderList, { page: 2, pageSize: 10, state: undefined })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a filter holds that nobody has chosen
  await call(orderList, { page: 2, pageSize: 10, state: unset as 'paid' })
  await call(orderList, { page: 2, pageSize: 10, state: 'paid' })
  expect(urls).toEqual([
    '/clients/web/recharge/order/list?page=2&pageSize=10',
    '/clients/web/recharge/order/list?page=2&pageSize=10',
    '/clients/web/recharge/order/list?page=2&pageSize=10&state=paid',
  ])

  refuse(queryOrder, 'NOT_FOUND')
  const request = vi.spyOn(globalThis, 'fetch')
  await expect(call(queryOrder, { orderId: 'a/b' })).rejects.toThrow(CallError)
  expect(request.mock.calls[0]?.[0]).toBe('/clients/web/recharge/order/query/a%2Fb')
})

test('§7 csrf header, §7 dev header: every call carries the anti-forgery cookie in its header, and the dev header by its flag only', async () => {
  const { headers } = await requestOfCall()
  expect(headers.get('x-csrf-token')).toBe('token-1')
  expect(headers.has('x-dev-mode')).toBe(false)
  expect(headers.has('content-type')).toBe(false)
  vi.stubEnv('VITE_DEV_MODE', '1')
  document.cookie = '_csrf=; Path=/; Max-Age=0'
  const other = await requestOfCall()
  expect(other.headers.get('x-dev-mode')).toBe('1')
  expect(other.headers.has('x-csrf-token')).toBe(false)
})

test('§4 csrf: a POST without a token fetches one first, and so does log-out, which is a GET', async () => {
  document.cookie = '_csrf=; Path=/; Max-Age=0'
  const given = giveTokens('fresh')
  const used = refuse(placeOrder, 'PLAN_GONE')
  await expect(call(placeOrder, order)).rejects.toMatchObject({ code: 'PLAN_GONE', status: 410 })
  expect(used).toEqual([order])

  document.cookie = '_csrf=; Path=/; Max-Age=0'
  answer(api.account.logout, null)
  await call(api.account.logout, {})
  expect(given.count).toBe(2)
})

test('§4 csrf: a refused token is fetched anew once and the call repeated once; a GET is not', async () => {
  const given = giveTokens('fresh')
  const tokens: (string | null)[] = []
  reply(placeOrder, ({ headers }) => {
    tokens.push(headers.get('x-csrf-token'))
    return Response.json({ statusCode: 403, code: 'CSRF', message: '页面已过期' }, { status: 403 })
  })
  await expect(call(placeOrder, order)).rejects.toMatchObject({ code: 'CSRF' })
  expect(tokens).toEqual(['token-1', 'fresh'])

  const asked = refuse(comboList, 'CSRF')
  await expect(call(comboList, {})).rejects.toMatchObject({ code: 'CSRF' })
  expect([asked.length, given.count]).toEqual([1, 1])
})

test('§4 expired login, §8 401: ten calls in an expired session show one toast', async () => {
  logIn()
  refreshSession()
  reply(comboList, () => {
    document.cookie = '_userInfo=; Path=/; Max-Age=0'
    return Response.json({ statusCode: 401, message: null }, { status: 401 })
  })
  const calls = Array.from({ length: 10 }, () => call(comboList, {}))
  const ends = await Promise.allSettled(calls)
  expect(ends.every(({ status }) => status === 'rejected')).toBe(true)
  expect(toasts()).toEqual(['登录状态已过期，请重新登录'])
  expect(readSession()).toBeNull()
  expect(document.documentElement.hasAttribute('data-in')).toBe(false)
})

test('§8 offline: no response is a network error while the browser is offline, else the server was not reached', async () => {
  reply(placeOrder, () => Promise.reject(new TypeError('Failed to fetch')))
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await expect(call(placeOrder, order)).rejects.toThrow('网络异常')
  online.mockReturnValue(true)
  await expect(call(placeOrder, order)).rejects.toMatchObject({ status: 0 })
  expect(toasts()).toEqual(['网络异常', '服务器未响应，操作可能已完成，请刷新页面核对'])
})

test('isQuiet suppresses the toast of a refusal only', async () => {
  refuse(placeOrder, 'VALIDATION', { fields: { num: '数量最少为 1' } })
  await expect(call(placeOrder, order, { isQuiet: true })).rejects.toMatchObject({
    fields: { num: '数量最少为 1' },
    isShown: false,
  })
  expect(toasts()).toEqual([])

  refuse(placeOrder, 'DEPENDENCY_DOWN', { retryAfter: 5 })
  await expect(call(placeOrder, order, { isQuiet: true })).rejects.toMatchObject({
    isShown: true,
    retryAfter: 5,
    requestId: 'req-1',
  })
  expect(toasts()).toEqual(['服务暂时不可用，请稍后再试'])
})

test('different refusals at the same time are all shown; isSilent shows neither refusals nor outages', async () => {
  for (const code of ['RATE_LIMITED', 'DEPENDENCY_DOWN'] as const) {
    refuse(comboList, code)
    await expect(call(comboList, {}, { isSilent: true })).rejects.toMatchObject({ isShown: false })
  }
  expect(toasts()).toEqual([])
  for (const code of ['ORDER_STATE', 'TOO_MANY_OPEN_ORDERS'] as const) {
    refuse(placeOrder, code)
    await expect(call(placeOrder, order)).rejects.toThrow(CallError)
  }
  expect(toasts()).toHaveLength(2)
})

test('a call aborted by the page rejects and shows nothing', async () => {
  leaveUnanswered(comboList)
  const leaving = new AbortController()
  const pending = call(comboList, {}, { signal: leaving.signal })
  leaving.abort()
  await expect(pending).rejects.toMatchObject({ status: 0, isShown: false })
  expect(toasts()).toEqual([])
})

test('a response that breaks the contract is reported as a server error', async () => {
  reply(comboList, () => Response.json({ statusCode: 200, data: [{ id: 1 }] }))
  await expect(call(comboList, {})).rejects.toThrow('服务器异常：200')
})

/** What the browser is asked to send. */
async function requestOfCall() {
  reply(comboList, () => Response.json({ statusCode: 200, data: [] }))
  const fetching = vi.spyOn(globalThis, 'fetch')
  await call(comboList, {})
  const [url, init] = fetching.mock.calls[0]!
  fetching.mockRestore()
  return { url, credentials: init?.credentials, headers: new Headers(init?.headers) }
}

function toasts(): string[] {
  return currentToasts().map(({ message }) => message)
}

function giveTokens(token: string): { count: number } {
  const given = { count: 0 }
  reply(api.site.csrfToken, () => {
    given.count++
    document.cookie = `_csrf=${token}; Path=/`
    return Response.json({ statusCode: 200, data: { token } })
  })
  return given
}
