import { escapeLike } from '../../db/escape-like.ts'
import type { Query } from '../../db/sql.ts'

export interface FoundAddress {
  id: string
  email: string
  nickname: string
}

/** Users whose address begins so, in the order of its characters. */
export function listUsersByAddress(
  sql: Query,
  beginning: string,
  limit: number,
): Promise<FoundAddress[]> {
  const pattern = `${escapeLike(beginning)}%`
  return sql<FoundAddress>`
    select id, email, nickname from users where email like ${pattern}
    order by email using ~<~ limit ${limit}`
}

/** The order that a refund or a dispute of the provider belongs to; null when it is unknown. */
export async function findReversedOrder(sql: Query, providerId: string): Promise<string | null> {
  const [row] = await sql<{ orderId: string }>`
    select order_id as "orderId" from refunds where provider_id = ${providerId}
    union all
    select order_id from disputes where id = ${providerId}`
  return row?.orderId ?? null
}
