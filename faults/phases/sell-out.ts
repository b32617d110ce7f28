import { createBuyer } from '#harness/buyer.ts'
import { CallRefused } from '#harness/buyer-call.ts'
import { checkStocks } from '../check/check-stocks.ts'
import { startTogether } from '../rig/at-once.ts'
import type { Scenario } from '../rig/scenario.ts'

const PIECES = 7
const PLAN = { id: 'trial', num: 1 }
const LIMIT_MS = 60_000

/**
 * Everybody wants one of seven pieces at the same time. Some who got one pay and the others cancel, while those who
 * got none go on asking for what is freed.
 */
export async function sellOut(scenario: Scenario): Promise<string[]> {
  const { customers, sql } = scenario
  await sql`update plan_stocks set stock = ${PIECES} where plan_id = ${PLAN.id}`
  const giveUp = AbortSignal.timeout(LIMIT_MS)
  const buyers = customers.map((customer) => createBuyer(scenario, customer, giveUp))
  const order = async (buyer: Buyer) => ({ buyer, id: await place(buyer) })
  const early = await Promise.all(buyers.slice(0, PIECES - 1).map(order))
  // some find the last piece before the first of them takes it
  const late = await startTogether(
    sql,
    { table: 'plan_stocks', waiting: 2, giveUp },
    buyers.slice(PIECES - 1).map((buyer) => () => order(buyer)),
  )
  const first = [...early, ...late]
  // before anybody gives a piece back
  const findings = await checkStocks(sql)
  const winners = first.filter((each) => each.id !== null)
  const [payers, quitters] = [winners.slice(0, 4), winners.slice(4)]
  const others = first.filter(({ id }) => id === null)
  await Promise.all([
    ...payers.map(async ({ buyer }) => {
      const checkout = await buyer.startCheckout(PLAN)
      await buyer.payUntilPaid(checkout, 'good')
    }),
    ...quitters.map(({ buyer, id }) => buyer.cancelOrder(id!)),
    ...others.map(({ buyer }) => place(buyer)),
  ])
  if (winners.length < PIECES) findings.push(`${winners.length} of ${PIECES} pieces found a buyer`)
  return findings
}

type Buyer = ReturnType<typeof createBuyer>

/** The order's id; null when there is none left. */
async function place(buyer: Buyer): Promise<string | null> {
  try {
    return (await buyer.placeOrder(PLAN)).order.id
  } catch (error) {
    if (error instanceof CallRefused && error.code === 'SOLD_OUT') return null
    throw error
  }
}
