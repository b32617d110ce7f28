import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'

/** This shop as the payment provider knows it; the shop's name may change. */
export interface ShopIdentity {
  id: string
  /** Intents from before have the shop's name instead of its id in their metadata. */
  madeAt: Date
}

/** Reads the shop's identity; the first node or command creates it. */
export async function identifyShop(sql: Query): Promise<ShopIdentity> {
  await sql`insert into shop (id, made_at) values (${uuidv7()}, now()) on conflict do nothing`
  const [shop] = await sql<ShopIdentity>`select id, made_at as "madeAt" from shop`
  return shop!
}
