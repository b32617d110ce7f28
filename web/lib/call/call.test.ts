import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { answer, leaveUnanswered, refuse, reply } from '../../testing/network.ts'
import { logIn } from '../../testing/site.ts'
import { call } from './call.ts'
import { CallError } from './classify-failure.ts'
import { reloadOnce } from './reload.ts'
import { readSession, refreshSession } from '../session/session.ts'
import { currentToasts } from '../toast.ts'

// a page that reloads would end its test
vi.mock('./reload.ts', { spy: true })

const { comboList, orderList, placeOrder, queryOrder } = api.recharge
const order = { id: 'plan-1', num: 1 }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.for([200, 0, '200', '0', 'ok', 'true'])(
  '§7 envelope: statusCode %j is success',
  async (statusCode) => {
    reply(comboList, () => Response.json({ statusCode, data: [] }))
    expect(await call(comboList, {})).toEqual([])
  },
)

test.for([201, 1, 'OK', true, 'success'])(
  '§7 envelope, §8 refusal in a 2xx: statusCode %j inside a 200 rejects and shows nothing',
  async (statusCode) => {
    reply(comboList, () => Response.json({ statusCode, message: '不行', data: [] }))
    await expect(call(comboList, {})).rejects.toMatchObject({ message: '不行', isShown: false })
    expect(toasts()).toEqual([])
  },
)

test('§7 order list: a GET puts its input into the query and leaves empty values out', async () => {
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
})

test('a path parameter is filled from the input', async () => {
  refuse(queryOrder, 'NOT_FOUND')
  const request = vi.spyOn(globalThis, 'fetch')
  await expect(call(queryOrder, { orderId: 'a/b' })).rejects.toThrow(CallError)
  expect(request.mock.calls[0]?.[0]).toBe('/clients/web/recharge/order/query/a%2Fb')
})

test('§7 csrf header, §7 dev header: every call carries the anti-forgery cookie in its header, and no dev header', async () => {
  const headers = await new Promise<Headers>((resolve) => {
    reply(comboList, (request) => {
      resolve(request.headers)
      return Response.json({ statusCode: 200, data: [] })
    })
    void call(comboList, {})
  })
  expect(headers.get('x-csrf-token')).toBe('token-1')
  expect(headers.has('x-dev-mode')).toBe(false)
  expect(headers.has('content-type')).toBe(false)
})

test('§4 csrf: a POST without a token fetches one first', async () => {
  document.cookie = '_csrf=; Path=/; Max-Age=0'
  giveTokens('fresh')
  const used = refuse(placeOrder, 'PLAN_GONE')
  await expect(call(placeOrder, order)).rejects.toMatchObject({ code: 'PLAN_GONE', status: 410 })
  expect(used).toEqual([order])
})

test('§4 csrf: a refused token is fetched anew once and the call repeated once', async () => {
  giveTokens('fresh')
  const tokens: (string | null)[] = []
  reply(placeOrder, ({ headers }) => {
    tokens.push(headers.get('x-csrf-token'))
    return Response.json({ statusCode: 403, code: 'CSRF', message: '页面已过期' }, { status: 403 })
  })
  await expect(call(placeOrder, order)).rejects.toMatchObject({ code: 'CSRF' })
  expect(tokens).toEqual(['token-1', 'fresh'])
})

test('a GET refused for its token is not repeated', async () => {
  const given = giveTokens('fresh')
  const asked = refuse(comboList, 'CSRF')
  await expect(call(comboList, {})).rejects.toMatchObject({ code: 'CSRF' })
  expect([asked.length, given.count]).toEqual([1, 0])
})

test('log-out is a GET and still sends the token', async () => {
  document.cookie = '_csrf=; Path=/; Max-Age=0'
  const given = giveTokens('fresh')
  answer(api.account.logout, null)
  await call(api.account.logout, {})
  expect(given.count).toBe(1)
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

test('§8 time-out, §9 request time-out: a call without a response for 10 s fails with a toast', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('AbortSignal', fakeTimedSignal())
  leaveUnanswered(comboList)
  const pending = call(comboList, {}).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(toasts()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(await pending).toMatchObject({ message: '请求超时，请稍后再试', status: 0 })
  expect(toasts()).toEqual(['请求超时，请稍后再试'])
})

test('§8 offline: no response while the browser is offline is a network error', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reply(comboList, () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(comboList, {})).rejects.toThrow('网络异常')
  expect(toasts()).toEqual(['网络异常'])
})

test('no response while the browser is online says that the server was not reached', async () => {
  reply(placeOrder, () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(call(placeOrder, order)).rejects.toMatchObject({ status: 0 })
  expect(toasts()).toEqual(['没有连上服务器，操作没有完成，请稍后再试'])
})

test('isQuiet suppresses the toast of a refusal only', async () => {
  refuse(placeOrder, 'VALIDATION', { fields: { num: '数量最少为1' } })
  await expect(call(placeOrder, order, { isQuiet: true })).rejects.toMatchObject({
    fields: { num: '数量最少为1' },
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

test('different refusals at the same time are all shown', async () => {
  refuse(placeOrder, 'ORDER_STATE')
  await expect(call(placeOrder, order)).rejects.toThrow(CallError)
  refuse(placeOrder, 'TOO_MANY_OPEN_ORDERS')
  await expect(call(placeOrder, order)).rejects.toThrow(CallError)
  expect(toasts()).toHaveLength(2)
})

const CALLERS = [{}, { isQuiet: true }, { isSilent: true }, { isOnlyLogged: true }]

test.for(CALLERS.flatMap((options) => [400, 401, 404, 502].map((status) => ({ options, status }))))(
  '§8 HTML: status $status in HTML reloads the page for a caller with $options',
  async ({ options, status }) => {
    const reload = vi.mocked(reloadOnce).mockReturnValue(true)
    reply(comboList, () => new Response('<h1>Bad gateway</h1>', { ...HTML_502, status }))
    await expect(call(comboList, {}, options)).rejects.toMatchObject({ status })
    expect(reload).toHaveBeenCalledOnce()
    reload.mockReset()
    expect(toasts()).toEqual([])
  },
)

test.for(CALLERS.slice(0, 3))(
  '§8 401, §8 other status: a 401 and errors without a message are shown for a caller with %o',
  async (options) => {
    refuse(comboList, 'UNAUTHENTICATED', { message: '请重新登录' })
    await expect(call(comboList, {}, options)).rejects.toMatchObject({ isShown: true })
    for (const status of [404, 500]) {
      reply(comboList, () => Response.json({ statusCode: status }, { status }))
      await expect(call(comboList, {}, options)).rejects.toMatchObject({ isShown: true })
    }
    expect(toasts()).toEqual(['请重新登录', '服务器异常：404', '服务器异常：500'])
  },
)

test('isSilent suppresses the toasts of refusals and outages', async () => {
  for (const code of ['RATE_LIMITED', 'DEPENDENCY_DOWN'] as const) {
    refuse(comboList, code)
    await expect(call(comboList, {}, { isSilent: true })).rejects.toMatchObject({ isShown: false })
  }
  expect(toasts()).toEqual([])
})

test('§8 user info: isOnlyLogged shows nothing', async () => {
  for (const status of [401, 404, 500]) {
    reply(comboList, () => Response.json({ statusCode: status }, { status }))
    const made = call(comboList, {}, { isOnlyLogged: true })
    await expect(made).rejects.toMatchObject({ isShown: false })
  }
  expect(toasts()).toEqual([])
})

test.for([
  ['no statusCode', () => Response.json({ message: '不行', data: [] })],
  ['HTML', () => new Response('<h1>Sorry</h1>', { headers: { 'content-type': 'text/html' } })],
] as const)('§8 refusal in a 2xx: %s in it rejects and shows nothing', async ([, answerWith]) => {
  reply(comboList, answerWith)
  await expect(call(comboList, {})).rejects.toMatchObject({ status: 200, isShown: false })
  expect(toasts()).toEqual([])
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

const HTML_502 = { status: 502, headers: { 'content-type': 'text/html' } }

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

/** AbortSignal.timeout runs on a clock that tests cannot turn; this one uses setTimeout. */
function fakeTimedSignal(): typeof AbortSignal {
  class TimedSignal extends AbortSignal {
    static override timeout(ms: number): AbortSignal {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), ms)
      return controller.signal
    }
  }
  return TimedSignal
}
