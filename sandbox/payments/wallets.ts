/** The currencies of each way to pay in an app of the buyer's, by the provider's pages. */
const currenciesOf = {
  alipay: 'aud cad cny eur gbp hkd jpy myr nzd sgd usd',
  wechat_pay: 'aud cad chf cny dkk eur gbp hkd jpy nok sek sgd usd',
} as const

export type Wallet = keyof typeof currenciesOf

/** Every payment method type, in the order of an intent's list. */
export const methodTypes = ['card', 'alipay', 'wechat_pay'] as const satisfies ('card' | Wallet)[]

/** The wallet of a payment method; undefined for a card. */
export function walletOf({ type }: { type: string }): Wallet | undefined {
  return type === 'alipay' || type === 'wechat_pay' ? type : undefined
}

/** The ways in which an intent can be paid, by what the shop allows and by its currency. */
export function payableTypes(
  allowed: readonly string[] | null,
  currency: string,
): (typeof methodTypes)[number][] {
  return methodTypes.filter(
    (type) =>
      (allowed?.includes(type) ?? true) &&
      (type === 'card' || currenciesOf[type].split(' ').includes(currency)),
  )
}
