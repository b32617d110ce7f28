import { CARDS, type Shop } from './shop.ts'

/** The buyer's card pays the intent, and only the provider knows. */
export async function payAtProvider(shop: Shop, intentId: string): Promise<void> {
  await shop.provider('POST', `/v1/payment_intents/${intentId}/confirm`, {
    payment_method: await shop.method(CARDS.good),
    return_url: shop.config.publicUrl,
  })
}
