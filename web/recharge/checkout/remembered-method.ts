import { PAYMENT_METHODS, type PaymentMethodType } from '#contract/shapes.ts'

const KEY = 'payment-method'

/** The method to select first: the last one chosen on this device if it is on, else the card. */
export function initialMethod(methods: readonly PaymentMethodType[]): PaymentMethodType {
  const kept = rememberedMethod()
  if (kept !== undefined && methods.includes(kept)) return kept
  return methods.includes('card') ? 'card' : methods[0]!
}

export function rememberMethod(method: PaymentMethodType): void {
  try {
    localStorage.setItem(KEY, method)
  } catch {
    // Storage may be full or forbidden; then nothing is remembered.
  }
}

function rememberedMethod(): PaymentMethodType | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return PAYMENT_METHODS.find((method) => method === kept)
  } catch {
    return undefined
  }
}
