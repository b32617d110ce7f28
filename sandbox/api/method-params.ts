import { checkCard } from '../payments/cards/check-card.ts'
import type { Context } from '../payments/context.ts'
import { createCard, createWallet, type Billing } from '../payments/methods.ts'
import { methodTypes } from '../payments/wallets.ts'
import type { StoredMethod } from '../storage/tables.ts'
import { invalidParam } from './errors.ts'
import { withoutEmpty } from './metadata.ts'
import type { Params } from './params.ts'

/** Reads the parameters of a new payment method; returns the function that creates it. */
export function readNewMethod(params: Params, atMs: number): (context: Context) => StoredMethod {
  const type = params.choice('type', methodTypes)
  const billing = readBilling(params.group('billing_details'))
  const metadata = withoutEmpty(params.metadata('metadata') ?? {})
  if (type === undefined) throw invalidParam('type', 'type is required.', 'parameter_missing')
  if (type !== 'card') {
    params.group(type)
    return (context) => createWallet(context, type, billing, metadata)
  }
  const card = params.group('card')
  if (card === undefined) throw invalidParam('card', 'card is required.', 'parameter_missing')
  // checked before the work starts, so that a refused card is not stored, not even under an idempotency key
  const checked = checkCard(
    {
      number: card.requiredText('number'),
      expMonth: card.requiredText('exp_month'),
      expYear: card.requiredText('exp_year'),
      cvc: card.text('cvc') ?? '',
    },
    atMs,
  )
  return (context) => createCard(context, checked, billing, metadata)
}

const ADDRESS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] as const

function readBilling(details: Params | undefined): Billing {
  const address = details?.group('address')
  return {
    name: details?.text('name') || null,
    email: details?.text('email') || null,
    phone: details?.text('phone') || null,
    address: Object.fromEntries(ADDRESS.map((part) => [part, address?.text(part) || null])),
  }
}
