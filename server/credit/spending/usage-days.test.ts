import { expect, test } from 'vitest'
import { openAccount } from '../../testing/applications/spending.ts'
import { lastDays } from './last-days.ts'
import { reverseCharge } from './reverse-charge.ts'
import { chargeCredit } from './spend-credit.ts'
import { listUsageDays } from './usage-days.store.ts'

const DAY_MS = 86_400_000
const reason = '翻译文档'

test('usage has a row for each day and application; a reversal counts on its own day', async () => {
  await using account = await openAccount()
  const { server, deps, newRequest, ann, application } = account
  const timeZone = 'Asia/Shanghai'
  const ask = (days: number) =>
    listUsageDays(server.sql, {
      ...lastDays({ days, now: deps.now(), timeZone }),
      ...{ userId: ann.user.id, applicationId: null, apiKeyId: null },
    })
  expect(await ask(30)).toEqual([])
  const { charge } = await chargeCredit(deps, newRequest(), { amount: 50, reason })
  await chargeCredit(deps, newRequest(), { amount: 20, reason })
  server.advance(DAY_MS)
  await reverseCharge(deps, newRequest(), { chargeId: charge.id, amount: 30, reason })
  const [first, second, ...others] = await ask(2)
  const common = { applicationId: application.id }
  expect(first).toEqual({ ...common, day: first!.day, charged: 70, charges: 2, reversed: 0 })
  expect(second).toEqual({ ...common, day: second!.day, charged: 0, charges: 0, reversed: 30 })
  expect(Date.parse(second!.day) - Date.parse(first!.day)).toBe(DAY_MS)
  expect(others).toEqual([])
  expect(await ask(1)).toEqual([second])
})
