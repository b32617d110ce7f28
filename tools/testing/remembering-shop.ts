import { ShopError } from '../shop/request-shop.ts'
import type { Shop } from '../shop/shop.ts'

/** The shop's rules for one hold, in memory. */
export function rememberingShop(changes: Partial<Shop> = {}) {
  const calls: string[] = []
  let state = 'open'
  const shop: Shop = {
    readCredit: async () => ({ available: 10, held: 0 }),
    hold: async ({ amount }) => ({ hold: { id: 'h1', state, amount }, available: 9 }),
    async capture(_hold, { amount }) {
      calls.push('capture')
      if (state === 'released') throw new ShopError(409, 'HOLD_ENDED', 'ended')
      state = 'captured'
      return { charge: { id: 'c1', amount }, available: 9 }
    },
    async release() {
      calls.push('release')
      state = 'released'
      return { available: 10 }
    },
    findKeyOwner: async () => null,
    ...changes,
  }
  return { shop, calls }
}
