import { pino } from 'pino'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { buildApp } from '../../app.ts'
import { CommitUnanswered, DatabaseUnavailable } from '../../db/sql.ts'
import { startTestServer, type TestUser } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const serverOf = oncePerFile(() => startTestServer())

function post(user: TestUser, payload: string) {
  return user.send({
    method: 'POST',
    url: api.account.editProfile.path,
    headers: { 'content-type': 'application/json', 'x-csrf-token': user.cookies.get('_csrf')! },
    payload,
  })
}

test('unknown path is a 404 in the envelope for every method, TRACE echoes nothing, and each answer forbids caching, framing, sniffing and scripts', async () => {
  const server = await serverOf()
  const visitor = server.visitor()
  for (const [method, url] of [
    ['GET', '/clients/web/nowhere'],
    ['POST', '/clients/web/nowhere'],
    ['PUT', api.account.login.path],
    ['GET', api.account.login.path],
    ['GET', '/clients'],
    ['GET', '/webhooks/nobody'],
  ] as const) {
    const answer = await visitor.send({ method, url })
    expect([url, answer.status]).toEqual([url, 404])
    expect(answer.body).toEqual({
      statusCode: 404,
      code: 'NOT_FOUND',
      message: '您访问的内容不存在',
      data: null,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
  const addresses = ['/', '/plans', '/clients/account/login', '/oidc/auth', '/webhooks/stripe']
  for (const url of addresses) {
    const headers = { cookie: 'secret=1' }
    const answer = await server.app.inject({ method: 'TRACE', url, headers })
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.body).not.toContain('secret')
  }
  const { headers } = await visitor.call(api.account.userInfo, {})
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
  expect(headers).not.toHaveProperty('strict-transport-security')
})

test('undecodable page address is the 404 page, that of a call a 400 in the envelope', async () => {
  const server = await serverOf()
  await using app = await buildApp(server.deps, {
    notFound: (_request, reply) => reply.code(404).type('text/html').send('<h1>404</h1>'),
  })
  const page = await app.inject('/%E0%A4%A')
  expect([page.statusCode, page.body]).toEqual([404, '<h1>404</h1>'])
  const call = await app.inject('/clients/web/%E0%A4%A')
  expect([call.statusCode, call.json()]).toMatchObject([400, { code: 'VALIDATION' }])
})

test('malformed, empty and oversize bodies, a NUL and a lone surrogate are a 400 and write nothing', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const bodies = [
    '{"nickname":',
    '',
    'null',
    '[]',
    '"text"',
    '1',
    '{"nickname":"Bob","__proto__":{"x":1}}',
    '{"nickname":"Bob","constructor":{"prototype":{"x":1}}}',
    JSON.stringify({ nickname: 'B'.repeat(65 * 1024) }),
    '['.repeat(30_000),
  ]
  for (const body of bodies) {
    const answer = await post(ann, body)
    expect([body.slice(0, 40), answer.status, answer.body.code]).toEqual([
      body.slice(0, 40),
      400,
      'VALIDATION',
    ])
  }
  for (const text of [String.raw`\u0000`, String.raw`\ud800`]) {
    const answer = await post(ann, `{"nickname":"A${text}B"}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  }
  const url = '/clients/web/recharge/order/query/a%00b'
  expect((await ann.send({ method: 'GET', url })).status).toBe(400)
  expect((await ann.call(api.account.profile, {})).body.data.user.nickname).toBe('Ann')
})

test('invalid input: the response has a Chinese message for each field', async () => {
  const server = await serverOf()
  const answer = await server.visitor().call(api.account.register, {
    email: 'ann',
    password: 'plain password',
    code: '12',
  })
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(answer.body.fields).toEqual({
    email: '请输入正确的邮箱地址',
    password: '密码格式不正确',
    code: '请输入 6 位数字验证码',
  })
})

test('unforeseen error is INTERNAL with a request id and without details', async () => {
  const secret = 'select * from users where password'
  await using server = await startTestServer({
    deps: {
      passwords: {
        hash: () => Promise.reject(new Error(secret)),
        verify: () => Promise.reject(new Error(secret)),
        rehash: () => Promise.resolve(null),
        isCommon: () => false,
      },
      log: pino({ level: 'silent' }),
    },
  })
  const answer = await server.visitor().call(api.account.login, {
    email: 'ann@example.com',
    password: `${'A'.repeat(43)}=`,
  })
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    statusCode: 500,
    code: 'INTERNAL',
    message: '系统繁忙，请稍后再试',
    data: null,
    requestId: expect.any(String),
  })
})

test('a commit without an answer is no call to try again: the response says that the work may have been done', async () => {
  let failure = new DatabaseUnavailable('down')
  await using server = await startTestServer({
    deps: {
      passwords: {
        hash: () => Promise.reject(failure),
        verify: () => Promise.reject(failure),
        rehash: () => Promise.resolve(null),
        isCommon: () => false,
      },
      log: pino({ level: 'silent' }),
    },
  })
  const login = async () => {
    const input = { email: 'ann@example.com', password: `${'A'.repeat(43)}=` }
    const { status, body, headers } = await server.visitor().call(api.account.login, input)
    return [status, body.code, body.message, headers['retry-after']]
  }
  expect(await login()).toEqual([503, 'DEPENDENCY_DOWN', '服务暂时不可用，请稍后再试', '3'])
  failure = new CommitUnanswered('connection reset')
  const said = '操作可能已完成，请刷新页面核对'
  expect(await login()).toEqual([503, 'DEPENDENCY_DOWN', said, undefined])
})
