import { expect, test } from 'vitest'
import { startedAccountJobs } from '../testing/account-jobs.ts'
import { adjust, readLots } from '../testing/credit.ts'
import {
  accountsPerFile,
  balancesOf,
  expectProven,
  fallIntoDebt,
} from '../testing/applications/spending.ts'
import { expireCredit } from './expire-credit-job.ts'
import { reverseCharge } from './spending/reverse-charge.ts'
import { captureHold, chargeCredit, holdCredit, releaseHold } from './spending/spend-credit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const reason = '翻译文档'
const openAccount = accountsPerFile()

test('an expired hold frees its credit, and is captured in full for another day', async () => {
  const account = await openAccount()
  const { deps, newRequest, server } = account
  const { hold } = await holdCredit(deps, newRequest(), { amount: 400, reason })
  const { hold: other } = await holdCredit(deps, newRequest(), { amount: 100, reason })
  server.advance(HOUR_MS)
  const charged = await chargeCredit(deps, newRequest(), { amount: 500, reason })
  expect(charged).toMatchObject({ balance: 0, held: 0 })

  server.advance(DAY_MS - MINUTE_MS)
  const late = await captureHold(deps, newRequest(), { holdId: hold.id, amount: 400 })
  expect(late).toMatchObject({ charge: { owed: 400 }, balance: -400 })
  server.advance(2 * MINUTE_MS)
  await expect(
    captureHold(deps, newRequest(), { holdId: other.id, amount: 1 }),
  ).rejects.toMatchObject({
    code: 'HOLD_ENDED',
  })
  await expectProven(server)
})

test('credit that a hold has reserved does not lapse until the hold ends', async () => {
  const account = await openAccount({ credit: 300, lastsMs: HOUR_MS / 2 })
  const { deps, newRequest, server, ann } = account
  await adjust(server, ann, { delta: 100 })
  await server.sql`update credit_lots set kind = 'bonus' where expires_at is null and user_id = ${ann.user.id}`
  const { hold } = await holdCredit(deps, newRequest(), { amount: 250, reason })
  server.advance(HOUR_MS / 2)
  await expireCredit(deps)
  // of the 300 that ended 150 are kept, since the other lot pays 100 of the hold
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 250, held: 250, available: 0 })
  await expectProven(server)

  const captured = await captureHold(deps, newRequest(), { holdId: hold.id, amount: 100 })
  expect(captured).toMatchObject({ charge: { owed: 0 }, balance: 150 })
  // what was kept was taken before the bonus, and the rest of it lapses
  await expireCredit(deps)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 100, held: 0 })
  expect(await readLots(server.sql, ann)).toMatchObject([{ remaining: 0 }, { remaining: 100 }])
  await expectProven(server)
})

test('before the job a charge takes nothing of an ended lot; the job ends expired holds of users that nobody asks about', async () => {
  const { deps, newRequest, server, ann } = await openAccount({ credit: 300, lastsMs: HOUR_MS })
  const other = await openAccount()
  await holdCredit(deps, other.newRequest(), { amount: 400, reason })
  server.advance(HOUR_MS)
  await expect(chargeCredit(deps, newRequest(), { amount: 1, reason })).rejects.toMatchObject({
    code: 'CREDIT_SHORT',
  })
  await expectProven(server)
  await expireCredit(deps)
  expect(await balancesOf(server, other.ann)).toMatchObject({ held: 0, available: 500 })
  const holds =
    await server.sql`select state from credit_holds where user_id = ${other.ann.user.id}`
  expect(holds).toEqual([{ state: 'expired' }])
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 0 })
})

test('a reversal pays debt first, then refills the lots, the last taken first, never above the charge', async () => {
  const account = await openAccount({ credit: 100, lastsMs: DAY_MS })
  const { deps, newRequest, server, ann } = account
  await adjust(server, ann, { delta: 100 })
  const { charge } = await chargeCredit(deps, newRequest(), { amount: 150, reason })
  const request = newRequest()
  const part = await reverseCharge(deps, request, {
    chargeId: charge.id,
    amount: 70,
    reason: '失败',
  })
  expect(part).toMatchObject({ reversal: { amount: 70 }, charge: { reversed: 70 }, balance: 120 })
  expect(await readLots(server.sql, ann)).toMatchObject([{ remaining: 20 }, { remaining: 100 }])
  const again = { chargeId: charge.id, amount: 70, reason: '失败' }
  expect(await reverseCharge(deps, request, again)).toEqual(part)
  await expect(
    reverseCharge(deps, newRequest(), { chargeId: charge.id, amount: 81, reason: '失败' }),
  ).rejects.toMatchObject({ code: 'REVERSAL_LIMIT', details: { data: { rest: 80 } } })

  const { hold } = await holdCredit(deps, newRequest(), { amount: 120, reason })
  await captureHold(deps, newRequest(), { holdId: hold.id, amount: 150 })
  const rest = await reverseCharge(deps, newRequest(), { chargeId: charge.id, reason: '失败' })
  expect(rest).toMatchObject({ reversal: { amount: 80 }, balance: 50 })
  expect(await readLots(server.sql, ann)).toMatchObject([
    { remaining: 50 },
    { remaining: 0 },
    { kind: 'debt', remaining: 0 },
  ])
  await expectProven(server)
})

test('what a reversal returns of an ended lot can be used for 30 days, and the rest of the lot is not prolonged', async () => {
  const account = await openAccount({ credit: 100, lastsMs: HOUR_MS })
  const { deps, newRequest, server, ann } = account
  const { charge } = await chargeCredit(deps, newRequest(), { amount: 60, reason })
  const { hold } = await holdCredit(deps, newRequest(), { amount: 40, reason, expiresIn: 7200 })
  server.advance(HOUR_MS)
  await expireCredit(deps)
  await reverseCharge(deps, newRequest(), { chargeId: charge.id, amount: 1, reason: '失败' })
  await releaseHold(deps, newRequest(), hold.id)
  await expireCredit(deps)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 1 })
  await reverseCharge(deps, newRequest(), { chargeId: charge.id, reason: '失败' })
  server.advance(30 * DAY_MS - MINUTE_MS)
  await expireCredit(deps)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 60 })
  expect(await readLots(server.sql, ann)).toMatchObject([
    { granted: 100, remaining: 0 },
    { granted: 1, remaining: 1 },
    { granted: 59, remaining: 59 },
  ])
  server.advance(2 * MINUTE_MS)
  await expireCredit(deps)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 0 })
  await expectProven(server)
})

test('a lot of a user in debt pays the debt before it can end, and only the rest of it lapses', async () => {
  const account = await openAccount({ credit: 100 })
  const { deps, server, ann } = account
  await fallIntoDebt(server, ann, 60)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: -60 })
  await adjust(server, ann, {
    delta: 100,
    expiresAt: new Date(deps.now().getTime() + DAY_MS),
  })
  server.advance(2 * DAY_MS)
  await expireCredit(deps)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 0, held: 0 })
  expect(
    await server.sql`
      select delta from credit_ledger where type = 'expire' and user_id = ${ann.user.id}`,
  ).toEqual([{ delta: -40 }])
  await expectProven(server)
})

test('closing accounts keeps a debt in the books and gives back what was held; later captures are refused', async () => {
  const { deps, newRequest, server, ann } = await openAccount()
  const { ann: ben } = await openAccount({ credit: 100 })
  await fallIntoDebt(server, ben, 60)
  const { hold } = await holdCredit(deps, newRequest(), { amount: 400, reason })
  const ids = [ann.user.id, ben.user.id]
  await server.sql`update users set closing_at = now() where id = any(${ids})`
  for (const { run } of startedAccountJobs(deps)) await run(new AbortController().signal)
  expect(await balancesOf(server, ben)).toMatchObject({ balance: -60, held: 0 })
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 500, held: 0 })
  const closed = { code: 'ACCOUNT_CLOSED' }
  const capture = captureHold(deps, newRequest(), { holdId: hold.id, amount: 1 })
  await expect(capture).rejects.toMatchObject(closed)
  await expect(chargeCredit(deps, newRequest(), { amount: 1, reason })).rejects.toMatchObject(
    closed,
  )
  await expectProven(server)
})
