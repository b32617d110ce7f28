import type Stripe from 'stripe'
import { newId } from './context.ts'
import type { ChargeFacts } from './charge-facts.ts'
import { fingerprintOf } from './methods.ts'
import type { TestCard } from './cards/test-card.ts'
import { walletOf } from './wallets.ts'

type Details = Stripe.Charge.PaymentMethodDetails

/** The `payment_method_details` of a charge: the card or the wallet that paid. */
export function methodDetails(facts: ChargeFacts): Details {
  const wallet = walletOf(facts.stored.method)
  if (wallet === 'alipay') {
    const buyer_id = '2088000000000000'
    return {
      type: 'alipay',
      alipay: { buyer_id, fingerprint: fingerprintOf(buyer_id), transaction_id: newId('ali') },
    }
  }
  if (wallet === 'wechat_pay') {
    return {
      type: 'wechat_pay',
      wechat_pay: { fingerprint: fingerprintOf('wechat'), transaction_id: newId('wx') },
    }
  }
  if (facts.card === null) throw new Error(`${facts.stored.method.id} is no card`)
  return { type: 'card', card: cardDetails(facts, facts.card) }
}

function cardDetails(
  { intent, stored: { method }, authentication }: ChargeFacts,
  card: TestCard,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { address } = method.billing_details
  return {
    amount_authorized: card.decline === undefined ? intent.amount : null,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: address?.line1 ? (card.line1Check ?? 'pass') : null,
      address_postal_code_check: address?.postal_code ? (card.postalCodeCheck ?? 'pass') : null,
      cvc_check: card.cvcCheck ?? (card.decline === 'incorrect_cvc' ? 'fail' : 'pass'),
    },
    country: card.country,
    electronic_commerce_indicator: authentication === null ? null : '05',
    exp_month: method.card?.exp_month ?? 0,
    exp_year: method.card?.exp_year ?? 0,
    fingerprint: method.card?.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure:
      authentication === null
        ? null
        : {
            authentication_flow: authentication,
            electronic_commerce_indicator: '05',
            exemption_indicator: null,
            result: 'authenticated',
            result_reason: null,
            transaction_id: newId('tds'),
            version: '2.2.0',
          },
    transaction_link_id: null,
    wallet: null,
  }
}
