import { PAYMENT_METHODS, type PaymentMethodType } from '#contract/shapes.ts'

const KEY = 'payment-method'

/** What to offer first of what is switched on: what was chosen last on this device, else the card. */
export function firstMethod(methods: readonly PaymentMethodType[]): PaymentMethodType {
  const kept = rememberedMethod()
  if (kept !== undefined && methods.includes(kept)) return kept
  return methods.includes('card') ? 'card' : methods[0]!
}

export function rememberMethod(method: PaymentMethodType): void {
  try {
    localStorage.setItem(KEY, method)
  } catch {
    // Storage may be full or forbidden; then it is just not remembered.
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
