import type { Site } from '#contract/content/content.ts'
import type { CardForm, OrderTotal } from './card-form.ts'

/** Loads the card form of the provider; rejects when it fails. */
export async function openCardForm({ payments }: Site, total: OrderTotal): Promise<CardForm> {
  switch (payments.provider) {
    case 'stripe': {
      const { openStripeForm } = await import('./stripe-form.ts')
      return openStripeForm(payments.publishableKey, total)
    }
    case 'sandbox': {
      const { openSandboxForm } = await import('./sandbox-form.tsx')
      return openSandboxForm({
        url: payments.sandboxUrl ?? '',
        publishableKey: payments.publishableKey,
      })
    }
  }
}
