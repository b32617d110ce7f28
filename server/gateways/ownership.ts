import type { Deps } from '../deps.ts'
import { type Intent, isPaymentFailure, type Payments } from './payments.ts'

/** What an intent or a refund says about itself at the provider. */
export type Metadata = Readonly<Record<string, string>>

type Needs = Pick<Deps, 'shop' | 'content'>

/** The mark by which this shop knows its own again. */
export function markOf({ shop }: Pick<Deps, 'shop'>, orderId: string) {
  return { shop: shop.id, order: orderId }
}

/** Whether these bear this shop's id; those from before shops had one bear their name alone. */
export function isOurs(deps: Needs, metadata: Metadata): boolean {
  const { shop } = metadata
  return shop === undefined ? bearsName(deps, metadata) : shop === deps.shop.id
}

/**
 * Whether an intent of which we have no order is ours all the same. Another shop may bear our name, so the
 * name counts only where there was nothing else when the intent was made.
 */
export async function isOursForSure(
  { payments, ...deps }: Needs & Pick<Deps, 'payments'>,
  intentId: string,
  metadata: Metadata,
): Promise<boolean> {
  if (metadata['shop'] !== undefined) return metadata['shop'] === deps.shop.id
  if (!bearsName(deps, metadata)) return false
  const intent = await findIntent(payments, intentId)
  return intent !== null && intent.createdAt < deps.shop.madeAt
}

function bearsName({ content }: Pick<Deps, 'content'>, { site }: Metadata): boolean {
  return site === content.site.name
}

/** Null for an intent that the provider does not know. */
export async function findIntent(
  payments: Pick<Payments, 'retrieveIntent'>,
  intentId: string,
): Promise<Intent | null> {
  try {
    return await payments.retrieveIntent(intentId)
  } catch (error) {
    if (isPaymentFailure(error, 'missing')) return null
    throw error
  }
}
