import type Stripe from 'stripe'
import { qrPng } from './qr-code.ts'
import type { Wallet } from './wallets.ts'

/** How long a wallet's page or code can be paid. */
export const WALLET_OPEN_MS = 60 * 60 * 1000

/** The path of the payer's page by payment method. */
export const pagePaths = { card: '/3ds', alipay: '/alipay', wechat_pay: '/wechat' } as const

/** The intent's next action: where the buyer approves or refuses. */
export function nextActionOf(
  wallet: Wallet | undefined,
  url: string,
  returnUrl: string | null,
): Stripe.PaymentIntent.NextAction {
  if (wallet === 'wechat_pay') {
    return {
      type: 'wechat_pay_display_qr_code',
      wechat_pay_display_qr_code: {
        data: url,
        hosted_instructions_url: `${url}/scan`,
        image_data_url: `data:image/png;base64,${qrPng(url).toString('base64')}`,
        image_url_png: `${url}/qr.png`,
        image_url_svg: `${url}/qr.svg`,
      },
    }
  }
  if (wallet === 'alipay') {
    return {
      type: 'alipay_handle_redirect',
      alipay_handle_redirect: { native_data: null, native_url: null, return_url: returnUrl, url },
    }
  }
  if (returnUrl !== null) {
    return { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
  }
}
