import type { Fault, Seen } from './faulty-proxy.ts'
import { oncePerFile } from './once-per-file.ts'
import { type Shop, startShop } from './shop.ts'

type Options = Parameters<typeof startShop>[0]

/** One shop for the tests of a file. */
export const shopPerFile = (options?: Options) => oncePerFile(() => startShop(options))

/** One that the provider's own events do not reach: `deliver` tells it of payments, or its jobs ask. */
export function quietShopPerFile(options?: Options): () => Promise<Shop> {
  return oncePerFile(async () => {
    const shop = await startShop(options)
    await shop.loseEvents()
    return shop
  })
}

/** Each call brings another buyer of the file's shop. */
export function buyersOf(shopOf: () => Promise<Shop>) {
  return async () => {
    const shop = await shopOf()
    return { shop, ann: await shop.newUser() }
  }
}

/** The shop's clock is so far ahead until the scope ends. */
export function ahead(shop: Shop, ms: number): Disposable {
  shop.advance(ms)
  return { [Symbol.dispose]: () => shop.advance(-ms) }
}

/** Calls to the provider meet the fault until the scope ends. */
export function broken({ proxy }: Shop, fault: (call: Seen) => Fault | null): Disposable {
  proxy.fault = fault
  return { [Symbol.dispose]: () => void (proxy.fault = () => null) }
}

/** The kinds of the alerts that are raised from now on. */
export function alertsFromNow(shop: Shop): () => string[] {
  const before = shop.alerts().length
  return () => shop.alerts().slice(before)
}
