import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { startApplication } from '../../testing/applications/application-client.ts'
import { createCallLimits } from './call-limits.ts'

const application = {
  ...{ id: 'a', isFirstParty: true, networks: [] },
  ...{ callsPerSecond: 20, userCallsPerSecond: 2, userBurst: 4 },
}

function limitsOnClock() {
  let now = 1_000_000
  return { ...createCallLimits(() => now), pass: (ms: number) => (now += ms) }
}

test('a user has a bucket that refills, within that of the application', () => {
  const { admit, pass } = limitsOnClock()
  const ask = (user: string | null) => admit(application, user).isAllowed
  expect([1, 2, 3, 4, 5].map(() => ask('ann'))).toEqual([true, true, true, true, false])
  expect(ask('ben')).toBe(true)
  pass(500)
  expect([ask('ann'), ask('ann')]).toEqual([true, false])
  pass(60_000)
  expect([1, 2, 3, 4, 5].map(() => ask('ann'))).toEqual([true, true, true, true, false])

  const rest = Array.from({ length: 17 }, (_, index) => ask(`user-${index}`))
  expect(rest.filter(Boolean)).toHaveLength(16)
  expect(ask(null)).toBe(false)
  pass(50)
  expect([ask(null), ask(null)]).toEqual([true, false])
})

test('the headers say what is left and when it is full again; calls about keys have a bucket of their own', () => {
  const { admit } = limitsOnClock()
  expect(admit(application, 'ann')).toEqual({
    isAllowed: true,
    retryAfter: 0,
    headers: {
      'ratelimit-policy': '"application";q=20;w=1, "user";q=4;w=2',
      ratelimit: '"application";r=19;t=1, "user";r=3;t=1',
    },
  })
  for (const _ of [1, 2, 3]) admit(application, 'ann')
  expect(admit(application, 'ann')).toMatchObject({
    isAllowed: false,
    retryAfter: 1,
    headers: { ratelimit: '"application";r=16;t=1, "user";r=0;t=2' },
  })

  const aboutKeys = Array.from({ length: 30 }, () => admit(application, null, 'keys'))
  expect(aboutKeys.filter(({ isAllowed }) => isAllowed)).toHaveLength(20)
  expect(aboutKeys.at(-1)).toMatchObject({
    retryAfter: 1,
    headers: { 'ratelimit-policy': '"keys";q=20;w=1' },
  })
  const others = Array.from({ length: 30 }, () => admit(application, null))
  expect(others.filter(({ isAllowed }) => isAllowed)).toHaveLength(16)
})

test('a hundred thousand users leave no more buckets than the last seconds filled', () => {
  const { admit, bucketCount, pass } = limitsOnClock()
  let most = 0
  for (let user = 0; user < 100_000; user += 1) {
    pass(1000 / application.callsPerSecond)
    admit(application, `user-${user}`)
    most = Math.max(most, bucketCount())
  }
  expect(most).toBeLessThanOrEqual(1_000)
})

test('beyond the limit a call is a 429 with Retry-After and nothing is booked', async () => {
  await using shop = await startApplication()
  await shop.server.sql`update applications set user_burst = 2, user_calls_per_second = 1`
  const user = shop.ann.user.id
  const charge = () => shop.call(api.chargeCredit, { user, amount: 1, reason: '翻译' })
  const answers = await Promise.all(Array.from({ length: 6 }, charge))
  const charged = answers.filter(({ status }) => status === 200)
  expect(charged.length).toBeGreaterThanOrEqual(2)
  const refused = answers.find(({ status }) => status === 429)!
  expect(refused.body).toMatchObject({ code: 'RATE_LIMITED', data: null })
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(refused.headers.get('ratelimit-policy')).toBe('"application";q=200;w=1, "user";q=2;w=2')
  expect(refused.headers.get('ratelimit')).toMatch(/^"application";r=\d+;t=[01], "user";r=0;t=2$/)
  const inCapitals = await shop.call(api.userCredit, { user: user.toUpperCase() })
  expect(inCapitals).toMatchObject({ status: 429 })
  expect(await shop.server.sql`select count(*) as charges from credit_charges`).toEqual([
    { charges: charged.length },
  ])
  const ben = await shop.server.newUser()
  expect(await shop.call(api.userCredit, { user: ben.user.id })).toMatchObject({ status: 200 })
})
