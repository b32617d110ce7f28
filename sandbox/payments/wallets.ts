import type Stripe from 'stripe'
import { newId } from './context.ts'
import { qrPicture } from './qr-code.ts'

/** A way to pay in an app of the buyer's. */
interface WalletKind {
  name: string
  /** In which it pays, by the provider's pages. */
  currencies: string
  /** Of the payer's page. */
  path: string
  page: { title: string; lead: string; agree: string }
  /** What an intent says of it in `payment_method_options`. */
  options: object
  /** Where the buyer approves or refuses. */
  nextAction(url: string, returnUrl: string): Stripe.PaymentIntent.NextAction
  /** What a charge says of it. */
  details(): Stripe.Charge.PaymentMethodDetails
}

/** All that the sandbox knows of each wallet; another one is an entry here. */
export const wallets = {
  alipay: {
    name: '支付宝',
    currencies: 'aud cad cny eur gbp hkd jpy myr nzd sgd usd',
    path: '/alipay',
    page: {
      title: '支付宝付款',
      lead: '演练中的支付宝收银台，请确认这笔付款。',
      agree: '同意支付',
    },
    options: {},
    nextAction: (url, returnUrl) => ({
      type: 'alipay_handle_redirect',
      alipay_handle_redirect: { native_data: null, native_url: null, return_url: returnUrl, url },
    }),
    details: () => ({
      type: 'alipay',
      alipay: {
        buyer_id: '2088000000000000',
        fingerprint: null,
        transaction_id: newId('ali'),
      },
    }),
  },
  wechat_pay: {
    name: '微信支付',
    currencies: 'aud cad chf cny dkk eur gbp hkd jpy nok sek sgd usd',
    path: '/wechat',
    page: {
      title: '微信支付',
      lead: '这里代替您的手机：扫码后看到的付款页。',
      agree: '支付',
    },
    options: { app_id: null, client: null },
    nextAction(url) {
      const picture = qrPicture(url)
      return {
        type: 'wechat_pay_display_qr_code',
        wechat_pay_display_qr_code: {
          data: url,
          hosted_instructions_url: `${url}/scan`,
          image_data_url: picture,
          image_url_png: picture,
          image_url_svg: picture,
        },
      }
    },
    details: () => ({
      type: 'wechat_pay',
      wechat_pay: { fingerprint: null, transaction_id: newId('wx') },
    }),
  },
} as const satisfies Record<string, WalletKind>

export type Wallet = keyof typeof wallets

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its own keys
const names = Object.keys(wallets) as Wallet[]

/** Every payment method type, in the order of an intent's list. */
export const methodTypes = ['card', ...names] as const

/** The wallet of a payment method; undefined for a card. */
export function walletOf({ type }: { type: string }): Wallet | undefined {
  return names.find((name) => name === type)
}

/** The ways in which an intent can be paid, by what the shop allows and by its currency. */
export function payableTypes(
  allowed: readonly string[] | null,
  currency: string,
): (typeof methodTypes)[number][] {
  return methodTypes.filter(
    (type) =>
      (allowed?.includes(type) ?? true) &&
      (type === 'card' || wallets[type].currencies.split(' ').includes(currency)),
  )
}
