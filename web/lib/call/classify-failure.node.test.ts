import { expect, test } from 'vitest'
import { classifyFailure, type Failure, type FailureDisplay } from './classify-failure.ts'

const said = { statusCode: 409, message: '订单状态已变化', code: 'ORDER_STATE' }

/** Original specification, section 8, and what product.md adds. */
const rows: [row: string, failure: Failure, verdict: FailureDisplay][] = [
  [
    'an HTTP error in HTML reloads the page',
    { kind: 'answer', status: 502, isHtml: true },
    { message: '服务器异常：502', show: 'reload' },
  ],
  [
    'a 401 in HTML reloads the page too',
    { kind: 'answer', status: 401, isHtml: true },
    { message: '服务器异常：401', show: 'reload' },
  ],
  [
    'one without a sentence says that the login has expired',
    { kind: 'answer', status: 401, isHtml: false, body: { statusCode: 401 } },
    { message: '登录状态已过期，请重新登录', show: 'toast' },
  ],
  [
    'one with a sentence says it',
    { kind: 'answer', status: 401, isHtml: false, body: { statusCode: 401, message: '请登录' } },
    { message: '请登录', show: 'toast' },
  ],
  [
    'another HTTP error says the sentence of the server',
    { kind: 'answer', status: 409, isHtml: false, body: said },
    { message: '订单状态已变化', show: 'refusal' },
  ],
  [
    'another HTTP error without a sentence names the status',
    { kind: 'answer', status: 500, isHtml: false },
    { message: '服务器异常：500', show: 'toast' },
  ],
  [
    'an empty sentence counts as none',
    { kind: 'answer', status: 500, isHtml: false, body: { statusCode: 500, message: '' } },
    { message: '服务器异常：500', show: 'toast' },
  ],
  [
    'a 404 in HTML reloads the page too',
    { kind: 'answer', status: 404, isHtml: true },
    { message: '服务器异常：404', show: 'reload' },
  ],
  [
    'a 4xx without a sentence names the status',
    { kind: 'answer', status: 418, isHtml: false, body: { statusCode: 418 } },
    { message: '服务器异常：418', show: 'toast' },
  ],
  [
    'a 5xx says the sentence of the server',
    { kind: 'answer', status: 503, isHtml: false, body: { statusCode: 503, message: '请稍候' } },
    { message: '请稍候', show: 'outage' },
  ],
  ['it says so', { kind: 'timeout' }, { message: '请求超时，请稍后再试', show: 'outage' }],
  [
    'no answer while offline is a network error',
    { kind: 'noAnswer', isOnline: false, isChange: true },
    { message: '网络异常', show: 'outage' },
  ],
  [
    'a read without an answer while online names the server, not the network',
    { kind: 'noAnswer', isOnline: true, isChange: false },
    { message: '无法连接服务器，请稍后再试', show: 'outage' },
  ],
  [
    'a change without an answer while online says that it was not made',
    { kind: 'noAnswer', isOnline: true, isChange: true },
    { message: '服务器未响应，操作可能已完成，请刷新页面核对', show: 'outage' },
  ],
  [
    'a refusal inside a 2xx answer shows nothing',
    { kind: 'answer', status: 200, isHtml: false, body: said },
    { message: '订单状态已变化', show: 'nothing' },
  ],
  [
    'HTML inside a 2xx answer shows nothing, and reloads nothing',
    { kind: 'answer', status: 200, isHtml: true },
    { message: '服务器异常：200', show: 'nothing' },
  ],
  [
    'a success whose data break the contract is a fault of the server',
    { kind: 'invalidData', status: 200 },
    { message: '服务器异常：200', show: 'toast' },
  ],
  ['an aborted call shows nothing', { kind: 'aborted' }, { message: '', show: 'nothing' }],
]

test('§8 HTML, §8 401, §8 other status, §8 time-out, §8 offline, §8 refusal in a 2xx: every failure has its sentence and its way to be shown', () => {
  const found = rows.map(([row, failure]) => [row, failure, classifyFailure(failure)])
  expect(found).toEqual(rows)
})
