import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { answerOn, SHOP, sandboxPerFile } from '../testing/test-sandbox.ts'

const sandboxOf = sandboxPerFile()

function challengeOf(intent: Stripe.PaymentIntent): string {
  const url = intent.next_action?.redirect_to_url?.url
  if (!url) throw new Error('no challenge')
  return url
}

async function startChallenged(alias = 'pm_card_threeDSecure2Required') {
  const sandbox = await sandboxOf()
  const { id } = await sandbox.newIntent({
    description: '标准套餐 <b>× 1</b>',
    metadata: { site: '星桥 AI', order: 'o_1' },
  })
  const waiting = await sandbox.confirm(id, { payment_method: alias })
  return {
    sandbox,
    id,
    waiting,
    now: () => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
  }
}

test('a challenged payment waits at a page that shows what is paid', async () => {
  const challenged = await startChallenged()
  const { waiting } = challenged
  expect(waiting).toMatchObject({
    status: 'requires_action',
    latest_charge: null,
    next_action: {
      type: 'redirect_to_url',
      redirect_to_url: { return_url: `${SHOP}/back?order=1` },
    },
  })
  const page = await fetch(challengeOf(waiting))
  const text = await page.text()
  expect(page.status).toBe(200)
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${SHOP}`)
  for (const shown of ['¥99.00', 'CNY', '星桥 AI', 'o_1', '•••• 3220', '同意支付', '拒绝支付']) {
    expect(text).toContain(shown)
  }
  expect(text).not.toContain('<b>× 1')
  expect(text).not.toContain(String(waiting.client_secret))
})

test('a second answer, by the back button or a second tab, changes nothing', async () => {
  const challenged = await startChallenged()
  const { waiting, now, sandbox, id } = challenged
  const url = challengeOf(waiting)
  await Promise.all([answerOn(url, 'approve'), answerOn(url, 'approve')])
  const late = await answerOn(url, 'refuse')

  expect(late.status).toBe(303)
  expect(late.headers.get('location')).toContain('redirect_status=succeeded')
  expect((await now()).status).toBe('succeeded')
  const events = await sandbox.eventsOf(id)
  expect(events.filter((type) => type === 'payment_intent.succeeded')).toHaveLength(1)
})

test('approving the challenge of a cancelled intent charges nothing', async () => {
  const challenged = await startChallenged()
  const { waiting, now, sandbox, id } = challenged
  await sandbox.stripe.paymentIntents.cancel(id)
  const url = challengeOf(waiting)

  const page = await (await fetch(url)).text()
  expect(page).toContain('已取消')
  expect(page).not.toContain('同意支付')
  await answerOn(url, 'approve')
  expect((await now()).status).toBe('canceled')
})

test('confirming again invalidates the first challenge', async () => {
  const challenged = await startChallenged()
  const { waiting, now, sandbox, id } = challenged
  const again = await sandbox.confirm(id, { payment_method: 'pm_card_threeDSecure2Required' })

  expect(challengeOf(again)).not.toBe(challengeOf(waiting))
  expect((await answerOn(challengeOf(waiting), 'approve')).status).toBe(404)
  expect((await now()).status).toBe('requires_action')
  await answerOn(challengeOf(again), 'approve')
  expect((await now()).status).toBe('succeeded')
})

const DECLINED = [
  { alias: 'pm_card_threeDSecureRequiredChargeDeclined', declineCode: 'generic_decline' },
  {
    alias: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    declineCode: 'insufficient_funds',
  },
]

test('a card may be declined after its challenge is approved', async () => {
  for (const { alias, declineCode } of DECLINED) {
    const { waiting, now } = await startChallenged(alias)
    const response = await answerOn(challengeOf(waiting), 'approve')
    expect(response.headers.get('location')).toContain('redirect_status=failed')
    expect(await now()).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: declineCode },
      latest_charge: { status: 'failed' },
    })
  }
})

test('a guessed challenge URL answers a page that says it is unknown', async () => {
  const challenged = await startChallenged()
  const { waiting, now, sandbox, id } = challenged
  const guessed = `${sandbox.url}/3ds/${id}/${'A'.repeat(43)}`
  expect(new URL(challengeOf(waiting)).pathname.split('/').at(-1)).toHaveLength(43)
  expect((await fetch(guessed)).status).toBe(404)
  expect((await answerOn(guessed, 'approve')).status).toBe(404)
  expect((await now()).status).toBe('requires_action')
})
