import { type APIRequestContext, expect } from '@playwright/test'
import { api } from '#contract/api.ts'
import type { Site } from '#contract/content.ts'
import { callApi } from './call-api.ts'
import { CARDS } from './checkout.ts'
import { type Account, logIn, openAccount } from './customer.ts'
import { openInbox } from './inbox.ts'

/** A customer who has bought and is about to buy again. */
export interface Regular extends Account {
  paidOrder: string
}

/** By the calls that the pages make; leaves `request` logged in. */
export async function openRegular(request: APIRequestContext): Promise<Regular> {
  const account = await openAccount(request, openInbox(request))
  await logIn(request, account)
  const { createPaymentIntent, confirmPayment, placeOrder } = api.recharge
  const { clientSecret, orderId } = await callApi(request, createPaymentIntent, {
    id: 'trial',
    num: 1,
  })
  const paymentMethodId = await goodCard(request)
  await callApi(request, confirmPayment, { clientSecret, paymentMethodId })
  await callApi(request, placeOrder, { id: 'standard', num: 2 })
  return { ...account, paidOrder: orderId }
}

/** What the server tells every page. */
export async function siteOf(request: APIRequestContext): Promise<Site> {
  const html = await (await request.get('/account/login')).text()
  const block = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html)?.[1]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
  return (JSON.parse(block ?? 'null') as { site: Site }).site
}

async function goodCard(request: APIRequestContext): Promise<string> {
  const { payments } = await siteOf(request)
  const answer = await request.post(`${payments.sandboxUrl}/v1/payment_methods`, {
    headers: { authorization: `Bearer ${payments.publishableKey}` },
    form: {
      type: 'card',
      'card[number]': CARDS.good,
      'card[exp_month]': '12',
      'card[exp_year]': String(new Date().getFullYear() + 1),
      'card[cvc]': '123',
    },
  })
  expect(answer.status()).toBe(200)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the sandbox's answer to the card form
  return ((await answer.json()) as { id: string }).id
}
