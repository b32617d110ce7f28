import { join } from 'node:path'
import { createEmptyDatabase } from './database/test-database.ts'
import { operatorOf } from './operator.ts'
import { LARGE, startShop } from './shop.ts'

/** A shop with buyers, a paid and an open order, and its operator. */
export async function startBusyShop() {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startShop())
  const operator = stack.use(await operatorOf(shop))
  const buyer = await shop.newUser({ email: 'buyer@example.com' })
  await shop.buy(buyer, { id: LARGE.id, num: 2 })
  const other = await shop.newUser()
  await shop.checkout(other)
  return {
    shop,
    operator,
    file: join(operator.folder, 'shop.gz'),
    /** An empty database and an operator for it, to restore into. */
    async elsewhere(settings: Record<string, string> = {}) {
      const database = stack.use(await createEmptyDatabase())
      const there = stack.use(await operatorOf({ config: shop.config, database, settings }))
      return { database, operator: there }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
