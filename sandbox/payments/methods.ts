import type Stripe from 'stripe'
import { notFound } from '../api/errors.ts'
import type { StoredMethod } from '../storage/tables.ts'
import type { CheckedCard } from './check-card.ts'
import { newId, secondsOf, type Context } from './context.ts'
import { testCardByAlias } from './test-cards.ts'
import type { Wallet } from './wallets.ts'

export function createCard(
  context: Context,
  { card, expMonth, expYear }: CheckedCard,
): StoredMethod {
  const method: Stripe.PaymentMethod = {
    ...base(context),
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
      fingerprint: null,
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: {
        available: [card.brand],
        preferred: null,
      },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: !['unionpay', 'amex'].includes(card.brand) },
      wallet: null,
    },
    type: 'card',
  }
  return keep(context, { method, cardNumber: card.number })
}

export function createWallet(context: Context, wallet: Wallet): StoredMethod {
  return keep(context, { method: { ...base(context), [wallet]: {}, type: wallet } })
}

function base({ atMs }: Context): Omit<Stripe.PaymentMethod, 'type'> {
  return {
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
      email: null,
      name: null,
      phone: null,
      tax_id: null,
    },
    created: secondsOf(atMs),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
  }
}

function keep({ change }: Context, stored: StoredMethod): StoredMethod {
  change.put('paymentMethods', stored.method.id, stored)
  return stored
}

const displayBrands: Record<string, string> = {
  amex: 'american_express',
  diners: 'diners_club',
  unionpay: 'union_pay',
}

/** The method with this id; an alias such as `pm_card_visa` makes a new one each time. */
export function findMethod(context: Context, id: string): StoredMethod {
  const card = testCardByAlias(id)
  if (card !== undefined) {
    const expYear = new Date(context.atMs).getUTCFullYear() + 1
    return createCard(context, { card, expMonth: 12, expYear })
  }
  const stored = context.change.get('paymentMethods', id)
  if (stored === undefined) throw notFound('payment method', id, 'payment_method')
  return stored
}
