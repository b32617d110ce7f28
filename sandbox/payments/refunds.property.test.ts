import * as fc from 'fast-check'
import type Stripe from 'stripe'
import { expect, test, vi } from 'vitest'
import { POLLING, startTestSandbox } from '../testing/test-sandbox.ts'

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>
type Step = (sandbox: Sandbox, intent: string) => Promise<unknown>

const AMOUNT = 5000

const refund =
  (amount?: number): Step =>
  ({ stripe }, intent) =>
    stripe.refunds.create({ payment_intent: intent, ...(amount !== undefined && { amount }) })

const decide =
  (how: string): Step =>
  async ({ stripe, control }, intent) => {
    const { data } = await stripe.disputes.list({ payment_intent: intent, limit: 1 })
    await control(`/disputes/${data[0]?.id}/${how}`, {})
  }

const steps: Record<string, Step> = {
  refundSome: refund(1500),
  refundMore: refund(2600),
  refundRest: refund(),
  refundTooMuch: refund(AMOUNT + 1),
  refundTwiceAtOnce: (sandbox, intent) =>
    Promise.allSettled([refund(2600)(sandbox, intent), refund(2600)(sandbox, intent)]),
  async letTimePass({ advance, control }) {
    await advance(60_000)
    await vi.waitFor(async () => {
      expect(await control('')).not.toHaveProperty('waiting.refund')
    }, POLLING)
  },
  dispute: ({ control }, intent) => control(`/payments/${intent}/dispute`, { amount: '700' }),
  win: decide('win'),
  lose: decide('lose'),
  restart: (sandbox) => sandbox.restart(),
}

const ended = ['failed', 'won', 'lost']

test('in any order of steps amount_refunded is the sum of the refunds and never above the charge', async () => {
  await using sandbox = await startTestSandbox({ processingMs: 60_000 })
  const see = async (intent: string) => ({
    charge: await sandbox.chargeOf(intent),
    refunds: (await sandbox.stripe.refunds.list({ payment_intent: intent, limit: 100 })).data,
    disputes: (await sandbox.stripe.disputes.list({ payment_intent: intent, limit: 100 })).data,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('pm_card_visa', 'pm_card_pendingRefund', 'pm_card_refundFail'),
      fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 1, maxLength: 8 }),
      async (method, names) => {
        const intent = await sandbox.pay(method, AMOUNT)
        let before = await see(intent)
        for (const name of names) {
          const failed = await steps[name]?.(sandbox, intent).then(
            () => false,
            () => true,
          )
          const after = await see(intent)
          if (failed) expect(after).toEqual(before)
          expect(after.charge.amount_refunded).toBe(sumOf(after.refunds))
          expect(after.charge.amount_refunded).toBeLessThanOrEqual(AMOUNT)
          expect(after.charge.refunded).toBe(after.charge.amount_refunded === AMOUNT)
          expect(after.charge.disputed).toBe(after.disputes.length > 0)
          for (const old of [...before.refunds, ...before.disputes]) {
            const now = [...after.refunds, ...after.disputes].find((each) => each.id === old.id)
            expect(now).toBeDefined()
            if (ended.includes(String(old.status))) expect(now).toEqual(old)
          }
          before = after
        }
      },
    ),
    { numRuns: 25 },
  )
})

function sumOf(refunds: Stripe.Refund[]): number {
  const counted = refunds.filter(({ status }) => status !== 'failed')
  return counted.reduce((sum, { amount }) => sum + amount, 0)
}
