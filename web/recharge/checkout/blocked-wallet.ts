import type { PaymentMethodType } from '#contract/shapes.ts'

/** Browsers inside of wallets, by what their User-Agent names, with the wallet of the other that they do not open. */
const WALLET_BROWSERS: Partial<Record<PaymentMethodType, RegExp>> = {
  alipay: /MicroMessenger/,
  wechat_pay: /AlipayClient/,
}

/** Whether this browser belongs to another wallet, which blocks the method. */
export function isBlockedHere(method: PaymentMethodType): boolean {
  return WALLET_BROWSERS[method]?.test(navigator.userAgent) ?? false
}

export function isInsideWeChat(): boolean {
  return /MicroMessenger/.test(navigator.userAgent)
}

/** A touch screen: the visitor may want to pay with this device. */
export function isTouchScreen(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
