import { expect, test } from 'vitest'
import type { ApplicationCall } from '#contract/applications/application-call.ts'
import * as api from '#contract/applications/applications.ts'
import { uuidv7 } from '../../db/ids.ts'
import { connect } from '../../db/sql.ts'
import {
  applicationsPerFile,
  startApplication,
} from '../../testing/applications/application-client.ts'
import { newApplication, newKeyOf } from '../../testing/applications/applications.ts'
import { adjust } from '../../testing/credit.ts'
import { startInterruptibleProxy } from '../../testing/database/interruptible-line.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import {
  type Attempt,
  expectRefused,
  type FittingCall,
  fittingCalls,
  notFound,
} from '../../testing/applications/fitting-calls.ts'
import { hashKey } from '../secrets.ts'

const notText = [null, 7, true, [], {}, ['a']]
const notNumbers = ['1', '', null, true, [1], { amount: 1 }]

/** What each field refuses, wherever it stands. A field that is added needs its line. */
const WRONG: Record<string, unknown[]> = {
  amount: [-1, 1.5, 2 ** 53, 1e12 + 1, ...notNumbers],
  reason: [
    '',
    ' ',
    '长'.repeat(201),
    'a\u0000b',
    'a\nb',
    '\u202Ea',
    '\uD800',
    '\u3164',
    '\u2800',
    ...notText,
  ],
  expiresIn: [0, -1, 1.5, 86_401, 2 ** 53, ...notNumbers],
  key: ['', 'a'.repeat(201), ...notText],
  usage: [
    ...[[], [1], 'much', 7, null, true, { Pages: 1 }, { 页: 1 }, { '': 1 }],
    ...[{ ['a'.repeat(33)]: 1 }, { pages: null }, { pages: true }, { pages: [1] }],
    ...[{ pages: { more: { and: 1 } } }, { text: 'a'.repeat(201) }],
    ...[{ text: 'a\u202Eb' }, { text: 'a\nb' }, { text: 'a\u0007' }],
    Object.fromEntries('abcdefghijklmnopq'.split('').map((name) => [name, 1])),
  ],
  labels: [
    ...['much', 7, null, {}, [1], [{ name: 'pages' }], [{ label: '页数' }]],
    ...['', '长'.repeat(21), 'a\nb', '\u202Ea', '\u3164', ...notText].map((label) => [
      { name: 'pages', label },
    ]),
    ...['', 'Pages', '页', 'a'.repeat(33), ...notText].map((name) => [{ name, label: '页数' }]),
    [{ name: 'pages', label: '页数', more: 1 }],
    ['页数', '页'].map((label) => ({ name: 'pages', label })),
    ['pages', 'sheets'].map((name) => ({ name, label: '页数' })),
    Array.from({ length: 33 }, (_, at) => ({ name: 'a'.repeat(at + 1), label: `${at}` })),
  ],
  day: ['2026-02-30', '1999-01-01', '0000-01-01', 'today', '2026-8-1', ''],
  cursor: ['', 'x', 'ä', 'a'.repeat(201)],
  limit: ['0', '101', '-1', '1.5', 'x', ''],
}

const join = applicationsPerFile()

/** Limits that no test reaches. */
async function joinUnlimited() {
  const shop = await join()
  await shop.server.sql`
    update applications set calls_per_second = 1000000, user_calls_per_second = 1000000, user_burst = 1000000
    where id = ${shop.application.id}`
  return shop
}

const invalid = { status: 400, code: 'VALIDATION' }

const posts = (calls: FittingCall[]) => calls.filter(({ call }) => call.method === 'POST')
const withField = (calls: FittingCall[], field: string) =>
  calls.filter(({ input }) => field in input)

test('every field of every call refuses values of a wrong type, size or form; nothing is written', async () => {
  const shop = await joinUnlimited()
  const attempts = (await fittingCalls(shop)).flatMap(({ call, input, fields }) =>
    fields.flatMap(({ name }): Attempt[] => {
      const values = WRONG[name]
      if (!values) throw new Error(`no wrong values of ${name}`)
      // a capture of 0 is a release
      const zero = name === 'amount' && call !== api.captureHold ? [0] : []
      return [...values, ...zero].map((value) => [call, { ...input, [name]: value }])
    }),
  )
  expect(attempts.length).toBeGreaterThan(200)
  await expectRefused(shop, attempts, invalid)
})

test('every call refuses unknown fields, and the lack of a field it needs', async () => {
  const shop = await joinUnlimited()
  const calls = await fittingCalls(shop)
  const unknown = calls.map(({ call, input }): Attempt => [call, { ...input, surprise: 1 }])
  const lacking = calls.flatMap(({ call, input, fields }) =>
    fields
      .filter(({ isRequired }) => isRequired)
      .map(({ name }): Attempt => {
        const { [name]: _, ...rest } = input
        return [call, rest]
      }),
  )
  expect(lacking.length).toBeGreaterThanOrEqual(8)
  await expectRefused(shop, [...unknown, ...lacking], invalid)
})

test('every POST refuses a missing, overlong or unreadable Idempotency-Key', async () => {
  expect.hasAssertions()
  const shop = await joinUnlimited()
  const keys = [null, '', 'a'.repeat(201), 'a b', 'ä']
  const attempts = posts(await fittingCalls(shop)).flatMap(({ call, input }) =>
    keys.map((key): Attempt => [call, input, { key }]),
  )
  await expectRefused(shop, attempts, invalid)
})

test('every call is a 401 with no key, a malformed one, a revoked one or one of a customer', async () => {
  expect.hasAssertions()
  const shop = await joinUnlimited()
  const { server, application } = shop
  const revoked = await newKeyOf(server, application)
  const disabled = await newApplication(server)
  const ofDisabled = await newKeyOf(server, disabled)
  await server.sql`update application_keys set revoked_at = now() where hash = ${hashKey(revoked)}`
  await server.sql`update applications set disabled_at = now() where id = ${disabled.id}`
  const calls = await fittingCalls(shop)
  const bearers = [
    '',
    'app_',
    `app_${'A'.repeat(43)}`,
    `key_${'A'.repeat(43)}`,
    revoked,
    ofDisabled,
  ]
  const attempts = bearers.flatMap((bearer) =>
    calls.map(({ call, input }): Attempt => {
      return [call, input, { headers: { authorization: `Bearer ${bearer}` } }]
    }),
  )
  await expectRefused(shop, attempts, { status: 401, code: 'UNAUTHENTICATED' })
})

test('every call that names a user, hold or charge is a 404 when there is none, or it is not theirs', async () => {
  const shop = await joinUnlimited()
  const ben = await shop.server.newUser()
  await adjust(shop.server, ben, { delta: 500 })
  const calls = await fittingCalls(shop)
  const foreign = await fittingCalls(shop, ben)
  const ids = [uuidv7(), 'nobody', '1', '%00', `${uuidv7()}x`, "' or 1=1"]
  const attempts = calls.flatMap(({ call, input }, place) => [
    ...('user' in input ? ids.map((user): Attempt => [call, { ...input, user }]) : []),
    ...('id' in input ? ids.map((id): Attempt => [call, { ...input, id }]) : []),
    // of another customer
    ...('id' in input ? [[call, { ...input, id: foreign[place]!.input['id'] }] as Attempt] : []),
  ])
  const other = await newKeyOf(shop.server, await newApplication(shop.server))
  const headers = { authorization: `Bearer ${other}` }
  for (const { call, input } of withField(calls, 'id')) attempts.push([call, input, { headers }])
  expect(attempts.length).toBeGreaterThan(70)
  await expectRefused(shop, attempts, notFound)
})

test('without a grant every call that names a user is a 404 for an application that is not of the operator', async () => {
  const shop = await joinUnlimited()
  const calls = withField(await fittingCalls(shop), 'user')
  const other = await newKeyOf(
    shop.server,
    await newApplication(shop.server, { isFirstParty: false }),
  )
  const options = { headers: { authorization: `Bearer ${other}` } }
  expect(calls.length).toBeGreaterThanOrEqual(9)
  await expectRefused(
    shop,
    calls.map(({ call, input }) => [call, input, options]),
    notFound,
  )
})

test('a key that served a call is refused for every other call and every other input', async () => {
  const shop = await joinUnlimited()
  const ben = await shop.server.newUser()
  await adjust(shop.server, ben, { delta: 500 })
  const spending = (calls: FittingCall[]) => withField(posts(calls), 'user')
  const served: string[] = []
  // each on a hold and a charge of its own, since a capture or release ends the hold
  for (const place of spending(await fittingCalls(shop)).keys()) {
    const { call, input } = spending(await fittingCalls(shop))[place]!
    const key = uuidv7()
    expect([call.path, await shop.call(call, input, { key })]).toMatchObject([
      call.path,
      { status: 200 },
    ])
    served.push(key)
  }
  const others = spending(await fittingCalls(shop))
  const attempts = served.flatMap((key) =>
    others.flatMap(({ call, input }): Attempt[] => [
      [call, input, { key }],
      ...('amount' in input ? [[call, { ...input, amount: 9 }, { key }] as Attempt] : []),
      ...('reason' in input ? [[call, { ...input, reason: '别的' }, { key }] as Attempt] : []),
    ]),
  )
  expect(served.length).toBeGreaterThanOrEqual(6)
  // a hold or charge of the same input is the same request
  const isSame = (call: ApplicationCall, key: string) =>
    served[others.findIndex((other) => other.call === call)] === key
  const differing = attempts.filter(
    ([call, input, options]) =>
      'id' in input ||
      !isSame(call, String(options?.key)) ||
      input['amount'] === 9 ||
      input['reason'] === '别的',
  )
  await expectRefused(shop, differing, { status: 422, code: 'KEY_REUSED' })
  // the keys of one customer are free for another
  const { call, input } = spending(await fittingCalls(shop, ben))[0]!
  expect(await shop.call(call, input, { key: served[0]! })).toMatchObject({ status: 200 })
})

test('with the database silent every call is a 503 within 9 s and nothing is written', async () => {
  await using database = await createTestDatabase()
  await using line = await startInterruptibleProxy(database.url)
  const sql = connect(line.url)
  await using shop = await startApplication({}, { database, deps: { sql } })
  const calls = await fittingCalls(shop)
  const books = await shop.readBooks()
  line.cut()
  const begun = performance.now()
  const answers = await Promise.all(calls.map(({ call, input }) => shop.call(call, input)))
  expect(performance.now() - begun).toBeLessThan(9_000)
  for (const { status, body } of answers)
    expect([status, body.code]).toEqual([503, 'DEPENDENCY_DOWN'])
  expect(await shop.readBooks()).toEqual(books)
  line.restore()
  const [charge] = calls.filter(({ call }) => call === api.chargeCredit)
  expect(await shop.call(api.chargeCredit, charge!.input)).toMatchObject({ status: 200 })
  await sql.end()
})
