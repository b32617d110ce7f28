import { expect, test } from 'vitest'
import { uuidv7 } from '../../db/ids.ts'
import {
  grantCredit,
  newApplication,
  spendRequest,
} from '../../testing/applications/applications.ts'
import { accountsPerFile, expectProven } from '../../testing/applications/spending.ts'
import { reverseCharge } from './reverse-charge.ts'
import { captureHold, chargeCredit, holdCredit, releaseHold } from './spend-credit.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const reason = '翻译文档'
const openAccount = accountsPerFile()

test('a third party’s expired holds count against what it may hold until they can no longer be captured', async () => {
  const account = await openAccount({ isFirstParty: false })
  const { deps, newRequest, server, ann, application } = account
  await grantCredit(server, application, ann)
  server.stopClock()
  const hold = (amount: number) =>
    holdCredit(deps, newRequest(), { amount, reason, expiresIn: 60 }).then((made) => made.hold)
  const first = await hold(300)
  server.advance(HOUR_MS)

  await expect(hold(300)).rejects.toMatchObject({
    code: 'CREDIT_HELD',
    message: expect.stringContaining('过期未结的预留'),
    details: { retryAfter: 23 * 3600 + 60 },
  })
  await expect(chargeCredit(deps, newRequest(), { amount: 201, reason })).rejects.toMatchObject({
    code: 'CREDIT_HELD',
  })
  // others are not kept waiting, and what is released is free
  const own = await newApplication(server)
  const all = await holdCredit(deps, spendRequest(own, ann), { amount: 500, reason })
  await releaseHold(deps, spendRequest(own, ann), all.hold.id)
  await releaseHold(deps, newRequest(), first.id)
  const second = await hold(500)
  server.advance(DAY_MS + 60_000)

  await expect(
    captureHold(deps, newRequest(), { holdId: second.id, amount: 1 }),
  ).rejects.toMatchObject({ code: 'HOLD_ENDED' })
  await hold(500)
  await expectProven(server)
})

/** An account with a key that may use 100 a month. */
async function openLimited() {
  const account = await openAccount()
  const { server, ann, application } = account
  const apiKeyId = uuidv7()
  await server.sql`
    insert into api_keys (user_id, id, application_id, name, hash, hint, monthly_limit, created_at)
    values (${ann.user.id}, ${apiKeyId}, ${application.id}, '脚本', ${apiKeyId}, 'key_ab', 100, now())`
  return { ...account, apiKeyId }
}

test("an API key's monthly limit counts captures above their holds, and a reversal in the month of its charge", async () => {
  const { deps, newRequest, server, apiKeyId } = await openLimited()
  const limit = { code: 'KEY_LIMIT' }
  const terms = { amount: 100, reason, apiKeyId }
  const { charge: first } = await chargeCredit(deps, newRequest(), terms)
  server.advance(32 * DAY_MS)

  const { hold } = await holdCredit(deps, newRequest(), { ...terms, amount: 90 })
  const captured = await captureHold(deps, newRequest(), { holdId: hold.id, amount: 100 })
  await reverseCharge(deps, newRequest(), { chargeId: first.id, reason: '失败' })
  await expect(chargeCredit(deps, newRequest(), { ...terms, amount: 1 })).rejects.toMatchObject(
    limit,
  )
  await reverseCharge(deps, newRequest(), {
    chargeId: captured.charge!.id,
    amount: 40,
    reason: '失败',
  })
  await chargeCredit(deps, newRequest(), { ...terms, amount: 40 })
  await expect(chargeCredit(deps, newRequest(), { ...terms, amount: 1 })).rejects.toMatchObject(
    limit,
  )
  await expectProven(server)
})

test("an API key's monthly limit counts expired holds that may still be captured", async () => {
  const { deps, newRequest, server, apiKeyId } = await openLimited()
  const terms = { amount: 100, reason, apiKeyId, expiresIn: 60 }
  const { hold } = await holdCredit(deps, newRequest(), terms)
  server.advance(HOUR_MS)

  await expect(holdCredit(deps, newRequest(), { ...terms, amount: 1 })).rejects.toMatchObject({
    code: 'KEY_LIMIT',
  })
  await releaseHold(deps, newRequest(), hold.id)
  await holdCredit(deps, newRequest(), terms)
})
