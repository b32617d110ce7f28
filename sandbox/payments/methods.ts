import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { missing } from '../api/errors.ts'
import type { StoredMethod } from '../storage/tables.ts'
import type { CheckedCard } from './card-check.ts'
import { newId, secondsOf, type Context } from './context.ts'
import { testCardByAlias } from './test-cards.ts'

export interface Billing {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
}

export function createMethod(
  { change, atMs }: Context,
  { card, expMonth, expYear }: CheckedCard,
  billing: Billing = {},
  metadata: Record<string, string> = {},
): StoredMethod {
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: {
        city: null,
        country: null,
        line1: null,
        line2: null,
        postal_code: null,
        state: null,
      },
      email: billing.email ?? null,
      name: billing.name ?? null,
      phone: billing.phone ?? null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: 'unchecked',
      },
      country: card.country,
      display_brand: displayBrands[card.brand] ?? card.brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprint(card.number),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: card.brand !== 'unionpay' },
      wallet: null,
    },
    created: secondsOf(atMs),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  }
  const stored = { method, cardNumber: card.number }
  change.put('paymentMethods', method.id, stored)
  return stored
}

const displayBrands: Record<string, string> = { amex: 'american_express', diners: 'diners_club' }

/** The method with this id; an alias such as `pm_card_visa` makes a new one each time. */
export function takeMethod(context: Context, id: string, param: string): StoredMethod {
  const card = testCardByAlias(id)
  if (card !== undefined) {
    const expYear = new Date(context.atMs).getUTCFullYear() + 1
    return createMethod(context, { card, expMonth: 12, expYear })
  }
  const stored = context.change.get('paymentMethods', id)
  if (stored === undefined) throw missing('payment method', id, param)
  return stored
}

/** The same card has the same one, whoever pays with it. */
function fingerprint(cardNumber: string): string {
  return createHash('sha256').update(cardNumber).digest('base64url').slice(0, 16)
}
