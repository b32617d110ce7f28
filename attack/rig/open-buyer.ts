import { type Buyer, createBuyer } from '#harness/buyer.ts'
import type { Target } from './target.ts'

/** The first customer as a buyer, and the id of the first plan. */
export async function openBuyer({
  url,
  provider,
  customers,
  sql,
}: Target): Promise<{ buyer: Buyer; planId: string }> {
  const [plan] = await sql<{ id: string }>`select id from plans order by position limit 1`
  if (plan === undefined) throw new Error('no plans')
  const never = new AbortController().signal
  return { buyer: createBuyer({ app: { url }, provider }, customers[0], never), planId: plan.id }
}
