import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { uuidv7 } from '../../db/ids.ts'
import { applicationsPerFile } from '../../testing/applications/application-client.ts'

const reason = '翻译文档'
const join = applicationsPerFile()

test("a user's credit is read as balance, held, available, debt and what expires", async () => {
  const { user, ...shop } = await join()
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  await shop.server.sql`update credit_lots set expires_at = ${expiresAt} where user_id = ${user}`
  const { status, body } = await shop.call(api.userCredit, { user })
  expect(status).toBe(200)
  expect(body).toEqual({
    statusCode: 200,
    message: 'ok',
    data: {
      balance: 500,
      held: 0,
      available: 500,
      debt: 0,
      expiring: [{ amount: 500, expiresAt }],
    },
  })
})

test('a hold is captured: the charge has what was measured', async () => {
  const { user, ...shop } = await join()
  const held = await shop.call(api.holdCredit, { user, amount: 200, reason, expiresIn: 60 })
  const { hold } = held.body.data
  expect(held).toMatchObject({
    status: 200,
    body: { data: { hold: { state: 'open', amount: 200, captured: 0, reason }, available: 300 } },
  })
  const usage = { model: '大', characters: 1200, seconds: 0.5 }
  const captured = await shop.call(api.captureHold, { user, id: hold.id, amount: 120, usage })
  expect(captured.body.data).toMatchObject({
    charge: { user, amount: 120, owed: 0, reversed: 0, reason, usage, holdId: hold.id },
    hold: { state: 'captured', captured: 120 },
    ...{ balance: 380, held: 0, available: 380 },
  })
})

test('a hold is extended and released, also by a POST without a body; a capture of 0 releases too', async () => {
  const { user, ...shop } = await join()
  const held = await shop.call(api.holdCredit, { user, amount: 200, reason, expiresIn: 60 })
  const { hold } = held.body.data
  const longer = await shop.call(api.extendHold, { user, id: hold.id, expiresIn: 600 })
  const added = Date.parse(longer.body.data.hold.expiresAt) - Date.parse(hold.expiresAt)
  expect(added).toBeGreaterThanOrEqual(540_000)
  const released = await shop.call(api.releaseHold, { user, id: hold.id })
  expect(released.body.data).toMatchObject({ hold: { state: 'released' }, available: 500 })

  const next = await shop.call(api.holdCredit, { user, amount: 200, reason })
  const { id } = next.body.data.hold
  const nothing = await shop.call(api.captureHold, { user, id, amount: 0 })
  expect(nothing.body.data).toMatchObject({ charge: null, hold: { state: 'released' }, held: 0 })

  for (const headers of [{}, { 'content-type': 'application/json' }]) {
    const { body } = await shop.call(api.holdCredit, { user, amount: 1, reason })
    const bare = await shop.send(`/api/v1/users/${user}/holds/${body.data.hold.id}/release`, {
      method: 'POST',
      headers: { 'idempotency-key': uuidv7(), ...headers },
    })
    expect(bare).toMatchObject({ status: 200 })
  }
})

test('a charge is reversed in parts, never above what is left', async () => {
  const { user, ...shop } = await join()
  const charged = await shop.call(api.chargeCredit, { user, amount: 100, reason })
  const { id } = charged.body.data.charge
  const part = await shop.call(api.reverseCharge, { user, id, amount: 30, reason: '失败' })
  expect(part.body.data).toMatchObject({
    reversal: { amount: 30, reason: '失败' },
    charge: { id, amount: 100, reversed: 30 },
    available: 430,
  })
  const large = await shop.call(api.reverseCharge, { user, id, amount: 71, reason: '失败' })
  expect(large).toMatchObject({
    status: 422,
    body: { code: 'REVERSAL_LIMIT', data: { rest: 70 } },
  })
  const rest = await shop.call(api.reverseCharge, { user, id, reason: '失败' })
  expect(rest.body.data).toMatchObject({ reversal: { amount: 70 }, balance: 500 })
})

test('short and held credit are told apart', async () => {
  const { user, ...shop } = await join()
  expect(await shop.call(api.chargeCredit, { user, amount: 501, reason })).toMatchObject({
    status: 402,
    body: { code: 'CREDIT_SHORT', data: { available: 500 } },
  })
  await shop.call(api.holdCredit, { user, amount: 400, reason, expiresIn: 60 })
  const held = await shop.call(api.holdCredit, { user, amount: 101, reason })
  expect(held).toMatchObject({
    status: 402,
    body: { code: 'CREDIT_HELD', data: { available: 100, held: 400 } },
  })
  expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(50)
})

test('a repeated call answers as before with the balances of today; another body is refused', async () => {
  const { user, ...shop } = await join()
  const key = uuidv7()
  const first = await shop.call(api.chargeCredit, { user, amount: 10, reason }, { key })
  await shop.call(api.chargeCredit, { user, amount: 5, reason })
  const books = await shop.readBooks()
  // the order of the fields does not matter
  const again = await shop.call(api.chargeCredit, { reason, amount: 10, user }, { key })
  expect(again.body.data).toEqual({ ...first.body.data, balance: 485, available: 485 })
  for (const other of [{ amount: 11 }, { reason: '别的' }, { usage: { pages: 1 } }]) {
    const input = { user, amount: 10, reason, ...other }
    expect(await shop.call(api.chargeCredit, input, { key })).toMatchObject({
      status: 422,
      body: { code: 'KEY_REUSED' },
    })
  }
  const asHold = await shop.call(api.holdCredit, { user, amount: 10, reason }, { key })
  expect(asHold).toMatchObject({ status: 422, body: { code: 'KEY_REUSED' } })
  expect(await shop.readBooks()).toEqual(books)
})

test('an erased user is gone for spending, and the books stay', async () => {
  const { user, ...shop } = await join()
  const charged = await shop.call(api.chargeCredit, { user, amount: 50, reason })
  const charge = { user, id: charged.body.data.charge.id }
  await shop.server.sql`
    update users set closed_at = now(), closing_at = null, email = null, password_hash = null,
      email_verified_at = null where id = ${user}`
  const gone = { status: 410, body: { code: 'ACCOUNT_CLOSED' } }
  expect(await shop.call(api.userCredit, { user })).toMatchObject(gone)
  expect(await shop.call(api.chargeCredit, { user, amount: 1, reason })).toMatchObject(gone)
  expect(await shop.call(api.reverseCharge, { ...charge, reason })).toMatchObject(gone)
  expect(await shop.call(api.findCharge, charge)).toMatchObject({ status: 200 })
})
