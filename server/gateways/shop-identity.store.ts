import { uuidv7 } from '../db/ids.ts'
import type { Query } from '../db/sql.ts'

/** Which shop this is: it stands in what the payment provider keeps for it, whatever it is called. */
export interface ShopIdentity {
  id: string
  /** What the provider has from before bears the shop's name alone. */
  madeAt: Date
}

/** Made once, by whichever node or command comes first, and kept in the database. */
export async function identifyShop(sql: Query): Promise<ShopIdentity> {
  await sql`insert into shop (id, made_at) values (${uuidv7()}, now()) on conflict do nothing`
  const [shop] = await sql<ShopIdentity>`select id, made_at as "madeAt" from shop`
  return shop!
}
