import { expect, test } from 'vitest'
import { uuidv7 } from '../../db/ids.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { adjust } from '../../testing/credit.ts'
import { accountsPerFile, balancesOf, expectProven } from '../../testing/applications/spending.ts'
import { reverseCharge } from './reverse-charge.ts'
import {
  captureHold,
  chargeCredit,
  extendHold,
  holdCredit,
  LONGEST_HOLD_S,
  releaseHold,
} from './spend-credit.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const reason = '翻译文档'
const openAccount = accountsPerFile()

test('a hold reserves credit without moving it; above what is available it is refused, and says whether other holds have the credit', async () => {
  const account = await openAccount()
  const { deps, newRequest, server, ann } = account
  const { hold, ...balances } = await holdCredit(deps, newRequest(), { amount: 200, reason })
  expect(hold).toMatchObject({ state: 'open', amount: 200, captured: 0, reason })
  expect(hold.expiresAt.getTime() - hold.createdAt.getTime()).toBe(HOUR_MS)
  expect(balances).toEqual({ balance: 500, held: 200, available: 300 })
  await releaseHold(deps, newRequest(), hold.id)
  await expect(holdCredit(deps, newRequest(), { amount: 501, reason })).rejects.toMatchObject({
    code: 'CREDIT_SHORT',
    details: { data: { available: 500 } },
  })
  await holdCredit(deps, newRequest(), { amount: 400, reason, expiresIn: 600 })
  const refused = await holdCredit(deps, newRequest(), { amount: 200, reason }).catch(
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({
    code: 'CREDIT_HELD',
    details: { data: { available: 100, held: 400 }, retryAfter: expect.closeTo(600, -1) },
  })
  await expect(chargeCredit(deps, newRequest(), { amount: 101, reason })).rejects.toMatchObject({
    code: 'CREDIT_HELD',
  })
  await expect(adjust(server, ann, { delta: -101 })).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  expect(await adjust(server, ann, { delta: -60 })).toMatchObject({ balance: 440 })
  expect((await chargeCredit(deps, newRequest(), { amount: 40, reason })).available).toBe(0)
  await expectProven(account.server)
})

test('sixteen concurrent holds never reserve more than is available, and as many charges of one key charge once', async () => {
  const account = await openAccount()
  const { deps, newRequest } = account
  const outcomes = await Promise.allSettled(
    Array.from({ length: 16 }, () => holdCredit(deps, newRequest(), { amount: 90, reason })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await balancesOf(account.server, account.ann)).toMatchObject({ held: 450, available: 50 })

  const other = await openAccount()
  const request = other.newRequest()
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => chargeCredit(other.deps, request, { amount: 90, reason })),
  )
  expect(new Set(answers.map(({ charge }) => charge.id)).size).toBe(1)
  expect(await balancesOf(other.server, other.ann)).toMatchObject({ balance: 410 })
  await expectProven(other.server)
})

test('an idempotency key used for another request is refused, and a refused request leaves its key free', async () => {
  const account = await openAccount()
  const { deps, newRequest } = account
  const key = uuidv7()
  await expect(
    chargeCredit(deps, newRequest({ key, body: 'too much' }), { amount: 501, reason }),
  ).rejects.toMatchObject({ code: 'CREDIT_SHORT' })
  await chargeCredit(deps, newRequest({ key, body: 'fits' }), { amount: 100, reason })
  await expect(
    chargeCredit(deps, newRequest({ key, body: 'other' }), { amount: 1, reason }),
  ).rejects.toMatchObject({ code: 'KEY_REUSED' })
  await expect(
    holdCredit(deps, newRequest({ key, body: 'a hold' }), { amount: 1, reason }),
  ).rejects.toMatchObject({ code: 'KEY_REUSED' })
  await expectProven(account.server)
})

test('a capture ends the hold and books what was measured, below or above it', async () => {
  const account = await openAccount()
  const { deps, newRequest } = account
  const { hold } = await holdCredit(deps, newRequest(), { amount: 200, reason })
  const usage = { characters: 1234, model: 'plain' }
  const below = await captureHold(deps, newRequest(), { holdId: hold.id, amount: 150, usage })
  expect(below).toMatchObject({
    charge: { amount: 150, owed: 0, reason, usage, holdId: hold.id },
    hold: { state: 'captured', captured: 150 },
    balance: 350,
    held: 0,
    available: 350,
  })
  const { hold: next } = await holdCredit(deps, newRequest(), { amount: 300, reason })
  const above = await captureHold(deps, newRequest(), {
    holdId: next.id,
    amount: 400,
    reason: '更长的文档',
  })
  expect(above).toMatchObject({
    charge: { amount: 400, owed: 50, reason: '更长的文档' },
    balance: -50,
    available: -50,
  })
  await expect(holdCredit(deps, newRequest(), { amount: 1, reason })).rejects.toMatchObject({
    code: 'CREDIT_SHORT',
  })
  expect(await balancesOf(account.server, account.ann)).toMatchObject({ debt: 50 })
  await expectProven(account.server)
})

test('a capture repeated with its key returns the first charge; with another key it is refused as HOLD_ENDED', async () => {
  const account = await openAccount()
  const { deps, newRequest } = account
  const { hold } = await holdCredit(deps, newRequest(), { amount: 200, reason })
  const request = newRequest()
  const first = await captureHold(deps, request, { holdId: hold.id, amount: 150 })
  const again = await captureHold(deps, request, { holdId: hold.id, amount: 150 })
  expect(again).toMatchObject(first)
  const ended = { code: 'HOLD_ENDED' }
  await expect(
    captureHold(deps, newRequest(), { holdId: hold.id, amount: 1 }),
  ).rejects.toMatchObject(ended)
  await expect(releaseHold(deps, newRequest(), hold.id)).rejects.toMatchObject(ended)
  await expect(extendHold(deps, newRequest(), { holdId: hold.id })).rejects.toMatchObject(ended)
  await expectProven(account.server)
})

test('a capture above the hold is refused for a third-party application; above twice the hold it alerts the operator for his own', async () => {
  const foreign = await openAccount({ isFirstParty: false })
  await foreign.server.sql`
    insert into application_grants (user_id, application_id, granted_at)
    values (${foreign.ann.user.id}, ${foreign.application.id}, now())`
  const { hold } = await holdCredit(foreign.deps, foreign.newRequest(), { amount: 100, reason })
  await expect(
    captureHold(foreign.deps, foreign.newRequest(), { holdId: hold.id, amount: 101 }),
  ).rejects.toMatchObject({ code: 'CAPTURE_LIMIT' })
  const extension = { holdId: hold.id, expiresIn: 7200 }
  await extendHold(foreign.deps, foreign.newRequest(), extension)
  // once the customer has taken the grant back, the hold can only be ended
  await foreign.server.sql`
    update application_grants set revoked_at = now() where user_id = ${foreign.ann.user.id}`
  await expect(extendHold(foreign.deps, foreign.newRequest(), extension)).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('已撤销'),
  })
  expect(
    await captureHold(foreign.deps, foreign.newRequest(), { holdId: hold.id, amount: 100 }),
  ).toMatchObject({ balance: 400 })
  await expectProven(foreign.server)

  const own = await openAccount()
  const { hold: reserved } = await holdCredit(own.deps, own.newRequest(), { amount: 100, reason })
  // within what there is, it is nobody's trouble
  await captureHold(own.deps, own.newRequest(), { holdId: reserved.id, amount: 201 })
  const { hold: last } = await holdCredit(own.deps, own.newRequest(), { amount: 100, reason })
  await captureHold(own.deps, own.newRequest(), { holdId: last.id, amount: 300 })
  expect(
    await own.server.sql`
      select kind, subject from alerts where facts ->> 'userId' = ${own.ann.user.id}`,
  ).toEqual([{ kind: 'large_capture', subject: last.id }])
  await expectProven(own.server)
})

test('a release and a capture of 0 make the held credit available again', async () => {
  const account = await openAccount()
  const { deps, newRequest } = account
  const { hold } = await holdCredit(deps, newRequest(), { amount: 200, reason })
  const request = newRequest()
  const released = await releaseHold(deps, request, hold.id)
  expect(released).toMatchObject({ hold: { state: 'released' }, available: 500 })
  expect(await releaseHold(deps, request, hold.id)).toEqual(released)

  const { hold: next } = await holdCredit(deps, newRequest(), { amount: 200, reason })
  const zero = newRequest()
  const nothing = await captureHold(deps, zero, { holdId: next.id, amount: 0 })
  expect(nothing).toMatchObject({ charge: null, hold: { state: 'released' }, held: 0 })
  expect(await captureHold(deps, zero, { holdId: next.id, amount: 0 })).toEqual(nothing)
  await expectProven(account.server)
})

test('an extension moves the end of a hold to at most a day after its beginning, never to an earlier time', async () => {
  const account = await openAccount()
  const { deps, newRequest, server } = account
  const { hold } = await holdCredit(deps, newRequest(), { amount: 200, reason })
  server.advance(HOUR_MS / 2)
  const longer = await extendHold(deps, newRequest(), { holdId: hold.id })
  expect(longer.hold.expiresAt.getTime() - hold.expiresAt.getTime()).toBeCloseTo(HOUR_MS / 2, -4)
  const longest = await extendHold(deps, newRequest(), {
    holdId: hold.id,
    expiresIn: LONGEST_HOLD_S,
  })
  expect(longest.hold.expiresAt.getTime() - hold.createdAt.getTime()).toBe(DAY_MS)
  const shorter = await extendHold(deps, newRequest(), { holdId: hold.id, expiresIn: 1 })
  expect(shorter.hold.expiresAt).toEqual(longest.hold.expiresAt)
})

test('without a grant an application gets NOT_FOUND, but it may capture a hold from before the revocation', async () => {
  const account = await openAccount({ isFirstParty: false })
  const { deps, newRequest, server, ann, application } = account
  const none = { code: 'NOT_FOUND' }
  await expect(holdCredit(deps, newRequest(), { amount: 1, reason })).rejects.toMatchObject(none)
  await server.sql`
    insert into application_grants (user_id, application_id, granted_at)
    values (${ann.user.id}, ${application.id}, now())`
  const { hold } = await holdCredit(deps, newRequest(), { amount: 10, reason })
  await server.sql`update application_grants set revoked_at = now() where user_id = ${ann.user.id}`
  await expect(chargeCredit(deps, newRequest(), { amount: 1, reason })).rejects.toMatchObject(none)
  expect(await captureHold(deps, newRequest(), { holdId: hold.id, amount: 10 })).toMatchObject({
    balance: 490,
  })
})

test('a hold or charge of another application, and an unknown user or hold, are not found', async () => {
  const account = await openAccount()
  const { deps, newRequest, server, ann } = account
  const none = { code: 'NOT_FOUND' }
  const { hold } = await holdCredit(deps, newRequest(), { amount: 10, reason })
  const { charge } = await chargeCredit(deps, newRequest(), { amount: 10, reason })
  const stranger = spendRequest(await newApplication(server), ann)
  await expect(captureHold(deps, stranger, { holdId: hold.id, amount: 1 })).rejects.toMatchObject(
    none,
  )
  await expect(releaseHold(deps, stranger, hold.id)).rejects.toMatchObject(none)
  await expect(
    reverseCharge(deps, stranger, { chargeId: charge.id, reason }),
  ).rejects.toMatchObject(none)
  await expect(releaseHold(deps, newRequest(), uuidv7())).rejects.toMatchObject(none)
  const nobody = { ...newRequest(), userId: uuidv7() }
  await expect(holdCredit(deps, nobody, { amount: 1, reason })).rejects.toMatchObject(none)
})

test("an API key's monthly limit counts charges and open holds of the month", async () => {
  const account = await openAccount()
  const { deps, newRequest, server, ann, application } = account
  const apiKeyId = uuidv7()
  await server.sql`
    insert into api_keys (user_id, id, application_id, name, hash, hint, monthly_limit, created_at)
    values (${ann.user.id}, ${apiKeyId}, ${application.id}, '脚本', 'x', 'key_ab', 100, now())`
  const { charge } = await chargeCredit(deps, newRequest(), { amount: 40, reason, apiKeyId })
  await holdCredit(deps, newRequest(), { amount: 50, reason, apiKeyId })
  const limit = { code: 'KEY_LIMIT' }
  await expect(
    chargeCredit(deps, newRequest(), { amount: 11, reason, apiKeyId }),
  ).rejects.toMatchObject(limit)
  await chargeCredit(deps, newRequest(), { amount: 10, reason, apiKeyId })
  await reverseCharge(deps, newRequest(), { chargeId: charge.id, reason })
  await holdCredit(deps, newRequest(), { amount: 40, reason, apiKeyId })
  await expect(
    holdCredit(deps, newRequest(), { amount: 1, reason, apiKeyId }),
  ).rejects.toMatchObject(limit)
  server.advance(31 * DAY_MS)
  expect(await chargeCredit(deps, newRequest(), { amount: 100, reason, apiKeyId })).toMatchObject({
    charge: { apiKeyId },
  })
  await server.sql`update api_keys set revoked_at = now() where id = ${apiKeyId}`
  await expect(
    chargeCredit(deps, newRequest(), { amount: 1, reason, apiKeyId }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
