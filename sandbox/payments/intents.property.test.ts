import * as fc from 'fast-check'
import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { answerOn, startTestSandbox } from '../testing/test-sandbox.ts'

type Sandbox = Awaited<ReturnType<typeof startTestSandbox>>
type Step = (sandbox: Sandbox, intent: Stripe.PaymentIntent) => Promise<unknown>

const confirmWith =
  (alias: string): Step =>
  (sandbox, { id }) =>
    sandbox.confirm(id, { payment_method: alias })

const answer =
  (value: string): Step =>
  async (_sandbox, { next_action }) => {
    const url = next_action?.redirect_to_url?.url
    if (url) await answerOn(url, value)
  }

const steps: Record<string, Step> = {
  pay: confirmWith('pm_card_visa'),
  beDeclined: confirmWith('pm_card_visa_chargeDeclined'),
  beChallenged: confirmWith('pm_card_authenticationRequired'),
  beChallengedThenDeclined: confirmWith('pm_card_threeDSecureRequiredChargeDeclined'),
  approve: answer('approve'),
  refuse: answer('refuse'),
  cancel: (sandbox, { id }) => sandbox.stripe.paymentIntents.cancel(id),
  raise: (sandbox, { id, amount }) =>
    sandbox.stripe.paymentIntents.update(id, { amount: amount + 100 }),
  restart: (sandbox) => sandbox.restart(),
}

const ended = ['succeeded', 'canceled']

test('in any order of steps an intent is paid at most once and keeps its final status', async () => {
  await using sandbox = await startTestSandbox({ publicUrl: 'http://sandbox.invalid' })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 1, maxLength: 8 }),
      async (names) => {
        const { id } = await sandbox.newIntent()
        let before = await sandbox.stripe.paymentIntents.retrieve(id)
        for (const name of names) {
          await steps[name]?.(sandbox, atThisSandbox(sandbox, before)).catch(() => undefined)
          const after = await sandbox.stripe.paymentIntents.retrieve(id)
          expect(after).toEqual(ended.includes(before.status) ? before : after)
          expect(after.next_action !== null).toBe(after.status === 'requires_action')
          before = after
        }
        const isPaid = before.status === 'succeeded'
        expect(before.amount_received).toBe(isPaid ? before.amount : 0)
        const events = await sandbox.eventsOf(id)
        for (const type of ['payment_intent.succeeded', 'charge.succeeded']) {
          expect(events.filter((each) => each === type)).toHaveLength(isPaid ? 1 : 0)
        }
      },
    ),
    { numRuns: 30, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
  )
})

/** The challenge's address, wherever the last restart put the sandbox. */
function atThisSandbox(sandbox: Sandbox, intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
  const redirect = intent.next_action?.redirect_to_url
  if (!redirect?.url) return intent
  const url = sandbox.url + new URL(redirect.url).pathname
  return {
    ...intent,
    next_action: { type: 'redirect_to_url', redirect_to_url: { ...redirect, url } },
  }
}
