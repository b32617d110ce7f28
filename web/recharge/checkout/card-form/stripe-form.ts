import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardForm, PaymentMethodResult, OrderTotal } from './card-form.ts'
import { followScheme, stripeAppearance } from './stripe-appearance.ts'

/** Stripe's script and fields have no time-out of their own. */
const LOAD_TIMEOUT_MS = 20_000
const UNKNOWN_FAULT = '支付组件未响应，没有扣款，请重试'

/** Stripe's own fields in their frame: card data reach neither this page nor our server. */
export async function openStripeForm(publishableKey: string, total: OrderTotal): Promise<CardForm> {
  const stripe = await within(LOAD_TIMEOUT_MS, loadStripe(publishableKey, { locale: 'zh' }))
  if (stripe === null) throw new Error('Stripe.js needs a browser')
  const elements = stripe.elements({
    mode: 'payment',
    ...total,
    paymentMethodCreation: 'manual',
    allowedPaymentMethodTypes: ['card'],
    locale: 'zh',
    appearance: stripeAppearance(),
  })
  const fields = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } })
  const stopFollowing = followScheme(() => {
    void elements.update({ appearance: stripeAppearance() })
  })

  return {
    mount(box) {
      const ready = new Promise<void>((resolve, reject) => {
        fields.on('ready', () => resolve())
        fields.on('loaderror', ({ error }) => reject(new Error(error.message ?? error.type)))
      })
      fields.mount(box)
      return within(LOAD_TIMEOUT_MS, ready)
    },
    update(next) {
      void elements.update({ ...next })
    },
    async validate() {
      const { error } = await elements.submit()
      return error && sentenceOf(error)
    },
    async createPaymentMethod(): Promise<PaymentMethodResult> {
      const { paymentMethod, error } = await stripe.createPaymentMethod({ elements })
      return error ? { error: sentenceOf(error) } : { id: paymentMethod.id }
    },
    async handleNextAction(clientSecret) {
      // It also throws when another tab has finished it; the server knows the result.
      await stripe.handleNextAction({ clientSecret }).catch(() => undefined)
    },
    destroy() {
      stopFollowing()
      fields.destroy()
    },
  }
}

/** '' for validation errors, which the fields show themselves. */
function sentenceOf({ type, message }: { type: string; message?: string }): string {
  return type === 'validation_error' ? '' : (message ?? UNKNOWN_FAULT)
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
