import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import { EXPORTED_LISTS, prepareExport } from '#contract/console/exports.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { formsOfRole } from './actions/forms.ts'
import { CONSOLE_URL, startTestConsole } from '../testing/console/console.ts'
import { cookieOf } from '../testing/console/download.ts'
import { digestTables } from '../testing/console/table-digests.ts'
import { startTestServer } from '../testing/harness.ts'

const calls: ConsoleCall[] = Object.values(consoleApi).flatMap((group) => Object.values(group))

/** Thousands of requests; a busy machine takes its time. */
const LONG_MS = 300_000

/** Calls that end the session of the test. */
const ENDING = new Set([signIn.signOutOfConsole.path])

const HUGE = 'x'.repeat(1_000_000)
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
const TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '\u202e',
    '\ufeff',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '$1',
  ],
  ...['-1', '0', '1e400', 'NaN', '99999999999999999999', '2026-13-45', '0000-00-00', '9999-12-31'],
  ...['null', 'undefined', '[object Object]', '__proto__', 'constructor', 'hasOwnProperty'],
  ...['../../etc/passwd', "'; drop table orders; --", '${7*7}', '<script>', '=cmd()', '\r\nx: y'],
  '00000000-0000-0000-0000-000000000000',
]
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  [],
  ['a', 'b'],
  {},
  { toString: 'x' },
  [[1]],
  ...TEXTS,
]

async function start() {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  const staff = stack.use(await startTestConsole(server.deps))
  const owner = await staff.newOperator('owner')
  const { csrf } = (await owner.call(signIn.readConsoleSession, {})).body.data
  const headers = {
    cookie: cookieOf(owner),
    origin: CONSOLE_URL,
    'sec-fetch-site': 'same-origin',
    'x-console-csrf': csrf,
  }

  /** Sends it as it is; fails for an answer of a bug, and for one that tells what the code is like. */
  async function send(
    call: Pick<ConsoleCall, 'method' | 'path'>,
    what: { query?: string; body?: string },
  ) {
    const answer = await staff.app.inject({
      method: call.method,
      url: what.query === undefined ? call.path : `${call.path}?${what.query}`,
      remoteAddress: '127.0.0.1',
      headers: {
        ...headers,
        ...(what.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(what.body !== undefined && { payload: what.body }),
    })
    const sent = `${call.method} ${call.path} ${JSON.stringify(what).slice(0, 200)}`
    // the test's shop has no provider to ask
    if (answer.json().code !== 'DEPENDENCY_DOWN')
      expect(answer.statusCode, `${sent} ${answer.body}`).toBeLessThan(500)
    expect(answer.body, sent).not.toMatch(
      /\.ts:\d+|node_modules|at async|select .* from|syntax error/,
    )
    return answer
  }
  return { server, staff, owner, send, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** The fields that a call takes. */
function fieldsOf({ input }: ConsoleCall): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every input of the console is an object
  const { shape = {} } = input.def as unknown as { shape?: Record<string, unknown> }
  return Object.keys(shape)
}

test(
  'odd texts in every field of every query: an answer of the catalogue, without anything of the code',
  async () => {
    await using fixture = await start()
    const { send } = fixture
    for (const call of calls.filter(({ method }) => method === 'GET')) {
      const fields = fieldsOf(call)
      for (const field of fields) {
        // a lone surrogate cannot be written as UTF-8: its bytes are sent
        const texts = TEXTS.map((text) =>
          text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80',
        )
        const queries = [...texts, `a&${field}=b`, `a&${field}[x]=b`, '%E0%A4%A', '%', HUGE]
        await Promise.all(queries.map((text) => send(call, { query: `${field}=${text}` })))
      }
      await send(call, { query: '__proto__=x&constructor=y&toString=z&hasOwnProperty=1' })
      await send(call, { query: fields.map((field) => `${field}=%00`).join('&') })
    }
    expect((await send(signIn.readConsoleSession, {})).statusCode).toBe(200)
  },
  LONG_MS,
)

test(
  'odd values in every field of every body, and odd bodies: an answer of the catalogue',
  async () => {
    await using fixture = await start()
    const { send } = fixture
    const odd = [
      '',
      'null',
      '[]',
      '"x"',
      '1',
      '{',
      '{"a":1,}',
      '\0',
      '{"__proto__":{"role":"owner"}}',
    ]
    for (const call of calls.filter(({ method, path }) => method === 'POST' && !ENDING.has(path))) {
      const fields = fieldsOf(call)
      const filled = VALUES.map((value) =>
        JSON.stringify(Object.fromEntries(fields.map((name) => [name, value]))),
      )
      await Promise.all([...odd, DEEP, ...filled].map((body) => send(call, { body })))
      expect((await send(call, { body: `{"x":"${HUGE}"}` })).statusCode).toBe(400)
    }
  },
  LONG_MS,
)

/** What an action would take, where it is not the odd field. */
const FITTING: Readonly<Record<string, string>> = {
  give: '1',
  reason: '测试',
  email: 'a@shop.test',
  operator: 'a@shop.test',
  role: 'viewer',
  name: '周敏',
}

test(
  'odd texts in every field of every action: refused or shown, and nothing is done',
  async () => {
    await using fixture = await start()
    const { server, send } = fixture
    const { user } = await server.newUser()
    const before = await digestTables(server.sql)
    const forms = formsOfRole('owner').flatMap((group) => group.forms)
    for (const { command, fields } of forms) {
      const given = Object.fromEntries(
        fields.map(({ name }) => [name, name === 'user' ? user.email : (FITTING[name] ?? '1')]),
      )
      const filled = fields.flatMap(({ name }) => TEXTS.map((text) => ({ ...given, [name]: text })))
      for (const each of filled) {
        const body = JSON.stringify({ command, given: each, mark: null })
        await send(act, { body })
      }
      const odd = `{"command":"${command}","given":{"__proto__":"x","constructor":"y"},"mark":null}`
      expect((await send(act, { body: odd })).statusCode).toBe(400)
    }
    expect(await digestTables(server.sql)).toEqual({
      ...before,
      operator_actions: expect.any(String),
      operator_sessions: expect.any(String),
    })
  },
  LONG_MS,
)

const FILTERS = ['q', 'user', 'state', 'from', 'day', 'id', 'order', 'before', '__proto__']

test(
  'odd filters of files: an answer of the catalogue',
  async () => {
    await using fixture = await start()
    const { send } = fixture
    for (const list of [...EXPORTED_LISTS, '__proto__', 'toString']) {
      for (const name of FILTERS) {
        const filled = TEXTS.map(
          (text) => `{"list":"${list}","filter":{"${name}":${JSON.stringify(text)}}}`,
        )
        for (const body of filled) await send(prepareExport, { body })
      }
    }
    expect((await send(signIn.readConsoleSession, {})).statusCode).toBe(200)
  },
  LONG_MS,
)
