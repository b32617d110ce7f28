import type { Intent } from '../storage/tables.ts'

/** A way to pay in an app of the buyer's, with the currencies it takes by the provider's pages. */
const wallets = {
  alipay: { currencies: 'aud cad cny eur gbp hkd jpy myr nzd sgd usd', leavesTheShop: true },
  wechat_pay: {
    currencies: 'aud cad chf cny dkk eur gbp hkd jpy nok sek sgd usd',
    leavesTheShop: false,
  },
} as const

export type Wallet = keyof typeof wallets

/** Every payment method type, in the order of an intent's list. */
export const methodTypes = ['card', 'alipay', 'wechat_pay'] as const satisfies ('card' | Wallet)[]

/** The wallet of a payment method; undefined for a card. */
export function walletOf({ type }: { type: string }): Wallet | undefined {
  return type === 'alipay' || type === 'wechat_pay' ? type : undefined
}

/** The ways in which this intent can be paid, by what the shop allows and by its currency. */
export function payableTypes(
  intent: Pick<
    Intent,
    | 'allowed_payment_method_types'
    | 'excluded_payment_method_types'
    | 'automatic_payment_methods'
    | 'currency'
  >,
): string[] {
  const automatic = intent.automatic_payment_methods
  const usual = automatic?.enabled === true ? methodTypes : (['card'] as const)
  const allowed: readonly string[] = intent.allowed_payment_method_types ?? usual
  return methodTypes.filter((type) => {
    if (!allowed.includes(type) || intent.excluded_payment_method_types?.includes(type))
      return false
    if (type === 'card') return true
    if (wallets[type].leavesTheShop && automatic?.allow_redirects === 'never') return false
    return wallets[type].currencies.split(' ').includes(intent.currency)
  })
}
