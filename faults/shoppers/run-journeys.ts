import { setTimeout as delay } from 'node:timers/promises'
import { BuyerRateLimited, createBuyer, type OrderRequest } from '#harness/buyer.ts'
import { GaveUp } from '#harness/buyer-call.ts'
import type { Scenario } from '../rig/scenario.ts'
import { journeyFor, type JourneyFindings, type JourneyName, JOURNEYS } from './journeys.ts'

export interface JourneyReport extends JourneyFindings {
  orders: number
  /** Buyers that the shop's rate limits rejected. */
  rateLimited: number
  byJourney: Partial<Record<JourneyName, number>>
}

interface Options {
  orders: number
  /** Buyers at the same time. */
  shoppers: number
  /** Journeys to take in turn; when absent, all of them by their shares. */
  journeys?: readonly JourneyName[]
  /** No buyer starts another journey after this is aborted. */
  stopStarting?: AbortSignal
  /** Buyers still under way give up when this is aborted. */
  giveUp: AbortSignal
}

const PLANS = ['trial', 'standard', 'pro'] as const

/** Runs this number of journeys, several at a time; resolves when all have ended. */
export async function runJourneys(
  scenario: Scenario,
  { orders, shoppers, journeys, stopStarting, giveUp }: Options,
): Promise<JourneyReport> {
  const { random, customers } = scenario
  const report: JourneyReport = {
    orders: 0,
    rateLimited: 0,
    byJourney: {},
    paidOrderIds: [],
    findings: [],
    overdueOrderIds: new Set(),
  }

  async function startJourneys(): Promise<void> {
    while (report.orders < orders && !giveUp.aborted && !stopStarting?.aborted) {
      const number = report.orders++
      const customer = customers[number % customers.length] ?? customers[0]
      const order: OrderRequest = { id: random.pick(PLANS), num: random.between(1, 3) }
      const name = journeys?.[number % journeys.length] ?? journeyFor(random.between(0, 99))
      report.byJourney[name] = (report.byJourney[name] ?? 0) + 1
      const buyer = createBuyer(scenario, customer, giveUp)
      try {
        await JOURNEYS[name].run(buyer, order, scenario, report)
      } catch (error) {
        if (error instanceof BuyerRateLimited) report.rateLimited += 1
        else {
          const why = error instanceof GaveUp ? 'gave up' : String(error)
          report.findings.push(`${name} of ${customer.id}: ${why}`)
        }
      }
      await delay(random.between(0, 100))
    }
  }

  await Promise.all(Array.from({ length: shoppers }, startJourneys))
  return report
}
