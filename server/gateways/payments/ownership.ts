import type { Deps } from '../../deps.ts'
import { type Intent, isPaymentFailure, type Payments } from './payments.ts'

/** What the provider keeps beside an intent or a refund of ours. */
export type Metadata = Readonly<Record<string, string>>

/** The provider gives times in whole seconds, rounded down. */
const SECOND_MS = 1_000

type ShopDeps = Pick<Deps, 'shop' | 'content'>

/** Marks an order's intents and refunds as this shop's. */
export function metadataOf({ shop }: Pick<Deps, 'shop'>, orderId: string) {
  return { shop: shop.id, order: orderId }
}

/** Whether this metadata has our shop's id, or, from the time before shops had ids, our name. */
export function isOurs(deps: ShopDeps, metadata: Metadata): boolean {
  const { shop } = metadata
  return shop === undefined ? hasOurName(deps, metadata) : shop === deps.shop.id
}

/**
 * Whether an intent that belongs to no order of ours is ours all the same. Another shop may have our name,
 * so the name counts only for intents from before our shop had an id.
 */
export async function isSurelyOurs(
  { payments, ...deps }: ShopDeps & Pick<Deps, 'payments'>,
  intentId: string,
  metadata: Metadata,
): Promise<boolean> {
  if (metadata['shop'] !== undefined) return metadata['shop'] === deps.shop.id
  if (!hasOurName(deps, metadata)) return false
  const intent = await findIntent(payments, intentId)
  return intent !== null && isOlderThanShop(deps, intent)
}

/** Whether an intent is surely from before our shop had an id. */
export function isOlderThanShop(
  { shop }: Pick<Deps, 'shop'>,
  { createdAt }: Pick<Intent, 'createdAt'>,
): boolean {
  return createdAt.getTime() + SECOND_MS <= shop.madeAt.getTime()
}

function hasOurName({ content }: Pick<Deps, 'content'>, { site }: Metadata): boolean {
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
