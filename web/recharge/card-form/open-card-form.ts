import type { Site } from '#contract/content.ts'
import type { CardForm, Total } from './card-form.ts'

/** Fetches the provider's part of the page; rejects when it cannot be had. */
export async function openCardForm({ payments }: Site, total: Total): Promise<CardForm> {
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
