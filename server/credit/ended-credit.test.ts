import { expect, test } from 'vitest'
import { startedAccountJobs } from '../testing/account-jobs.ts'
import { adjust, readLots } from '../testing/credit.ts'
import {
  balancesOf,
  expectProven,
  fallIntoDebt,
  openAccount,
} from '../testing/applications/spending.ts'
import { expireCredit } from './expire-credit-job.ts'
import { reverseCharge } from './spending/reverse-charge.ts'
import { captureHold, chargeCredit, holdCredit } from './spending/spend-credit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const reason = '翻译文档'

test('an expired hold frees its credit, and is captured in full for another day', async () => {
  await using account = await openAccount()
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

test('the job ends expired holds of users that nobody asks about', async () => {
  await using account = await openAccount()
  const { deps, newRequest, server } = account
  await holdCredit(deps, newRequest(), { amount: 400, reason })
  server.advance(HOUR_MS)
  await expireCredit(deps)
  expect(await balancesOf(server, account.ann)).toMatchObject({ held: 0, available: 500 })
  expect(await server.sql`select state from credit_holds`).toEqual([{ state: 'expired' }])
})

test('credit that a hold has reserved does not lapse until the hold ends', async () => {
  const soon = new Date(Date.now() + HOUR_MS / 2)
  await using account = await openAccount({ credit: 300, expiresAt: soon })
  const { deps, newRequest, server, ann } = account
  await adjust(server, ann, { delta: 100 })
  await server.sql`update credit_lots set kind = 'bonus' where expires_at is null`
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
  expect(await readLots(server.sql)).toMatchObject([{ remaining: 0 }, { remaining: 100 }])
  await expectProven(server)
})

test('a charge of a user with an ended lot takes none of it', async () => {
  await using account = await openAccount({
    credit: 300,
    expiresAt: new Date(Date.now() + HOUR_MS),
  })
  const { deps, newRequest, server } = account
  server.advance(HOUR_MS)
  await expect(chargeCredit(deps, newRequest(), { amount: 1, reason })).rejects.toMatchObject({
    code: 'CREDIT_SHORT',
  })
  await expectProven(server)
})

test('a reversal pays debt first, then refills the lots, the last taken first, never above the charge', async () => {
  await using account = await openAccount({ credit: 100, expiresAt: new Date(Date.now() + DAY_MS) })
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
  expect(await readLots(server.sql)).toMatchObject([{ remaining: 20 }, { remaining: 100 }])
  const again = { chargeId: charge.id, amount: 70, reason: '失败' }
  expect(await reverseCharge(deps, request, again)).toEqual(part)
  await expect(
    reverseCharge(deps, newRequest(), { chargeId: charge.id, amount: 81, reason: '失败' }),
  ).rejects.toMatchObject({ code: 'REVERSAL_LIMIT', details: { data: { rest: 80 } } })

  const { hold } = await holdCredit(deps, newRequest(), { amount: 120, reason })
  await captureHold(deps, newRequest(), { holdId: hold.id, amount: 150 })
  const rest = await reverseCharge(deps, newRequest(), { chargeId: charge.id, reason: '失败' })
  expect(rest).toMatchObject({ reversal: { amount: 80 }, balance: 50 })
  expect(await readLots(server.sql)).toMatchObject([
    { remaining: 50 },
    { remaining: 0 },
    { kind: 'debt', remaining: 0 },
  ])
  await expectProven(server)
})

test('what a reversal restores to an ended lot can be used for 30 days', async () => {
  await using account = await openAccount({ credit: 100, expiresAt: new Date(Date.now() + DAY_MS) })
  const { deps, newRequest, server, ann } = account
  const { charge } = await chargeCredit(deps, newRequest(), { amount: 60, reason })
  server.advance(2 * DAY_MS)
  await expireCredit(deps)
  await reverseCharge(deps, newRequest(), { chargeId: charge.id, reason: '失败' })
  server.advance(30 * DAY_MS - MINUTE_MS)
  await expireCredit(deps)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 60 })
  server.advance(2 * MINUTE_MS)
  await expireCredit(deps)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 0 })
  await expectProven(server)
})

test('a lot of a user in debt pays the debt before it can end, and only the rest of it lapses', async () => {
  await using account = await openAccount({ credit: 100 })
  const { deps, server, ann } = account
  await fallIntoDebt(server, ann, 60)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: -60 })
  await adjust(server, ann, { delta: 100, expiresAt: new Date(Date.now() + DAY_MS) })
  server.advance(2 * DAY_MS)
  await expireCredit(deps)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 0, held: 0 })
  expect(await server.sql`select delta from credit_ledger where type = 'expire'`).toEqual([
    { delta: -40 },
  ])
  await expectProven(server)
})

test('closing the account of a user in debt keeps the debt in the books', async () => {
  await using account = await openAccount({ credit: 100 })
  const { deps, server, ann } = account
  await fallIntoDebt(server, ann, 60)
  await server.sql`update users set closing_at = now() where id = ${ann.user.id}`
  for (const { run } of startedAccountJobs(deps)) await run(new AbortController().signal)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: -60, held: 0 })
  await expectProven(server)
})

test('closing an account for good gives back what was held; later captures are refused', async () => {
  await using account = await openAccount()
  const { deps, newRequest, server, ann } = account
  const { hold } = await holdCredit(deps, newRequest(), { amount: 400, reason })
  await server.sql`update users set closing_at = now() where id = ${ann.user.id}`
  for (const { run } of startedAccountJobs(deps)) await run(new AbortController().signal)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 500, held: 0 })
  const closed = { code: 'ACCOUNT_CLOSED' }
  const capture = captureHold(deps, newRequest(), { holdId: hold.id, amount: 1 })
  await expect(capture).rejects.toMatchObject(closed)
  await expect(chargeCredit(deps, newRequest(), { amount: 1, reason })).rejects.toMatchObject(
    closed,
  )
  await expectProven(server)
})
