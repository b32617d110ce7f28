import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { chargeCredit } from '#contract/applications/applications.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { type Sent, sendOnce } from '../send.ts'
import { startBuyers } from './buyers.ts'
import { dataOf, type Sender, type Visitors } from './sender.ts'

export interface Traffic {
  /** All requests that were answered or given up so far. */
  sent: readonly Sent[]
  /** Charges that the application was answered, by their ids. */
  charged: ReadonlySet<string>
  /** Orders that their buyers saw paid. */
  paidOrders: ReadonlySet<string>
  /** What went wrong in the eyes of those who asked, a line each. */
  findings: readonly string[]
  /** Ends with what is under way, and gives up what is not answered half a minute later. */
  stop(): Promise<void>
}

const FINISH_MS = 30_000
/** Customers who buy; the others look at pages. */
const BUYERS = 24
const VISIT_EVERY_MS = 200

/** Buyers pay orders, an application charges credit and visitors look at pages until they are stopped. */
export function startTraffic(visitors: Visitors): Traffic {
  const sent: Sent[] = []
  const findings: string[] = []
  const giveUp = new AbortController()
  let isStopped = false
  const sender: Sender = {
    ...{ visitors, findings, giveUp: giveUp.signal },
    isStopped: () => isStopped,
    async send(call) {
      const answer = await sendOnce({ ...call, port: visitors.port }, randomUUID())
      sent.push(answer)
      return answer
    },
  }
  const buyers = startBuyers(sender, visitors.customers.slice(0, BUYERS))
  const charges = startCharges(sender)
  const ended = Promise.all([buyers.ended, charges.ended, visit(sender)])
  return {
    ...{ sent, findings, charged: charges.charged, paidOrders: buyers.paidOrders },
    async stop() {
      isStopped = true
      const timer = setTimeout(() => giveUp.abort(), FINISH_MS)
      await ended
      clearTimeout(timer)
    },
  }
}

/** Looks at the home and at the profile in turn. */
async function visit({ visitors, isStopped, send }: Sender): Promise<void> {
  const visits: Promise<unknown>[] = []
  for (let count = 0; !isStopped(); count += 1) {
    const customer = visitors.customers[count % visitors.customers.length]!
    const headers = { ...BROWSER_HEADERS, ...customer.headers }
    visits.push(
      count % 2 === 0
        ? send({ name: 'page', method: 'GET', path: '/', headers })
        : send({ name: 'profile', method: 'GET', path: api.account.profile.path, headers }),
    )
    await delay(VISIT_EVERY_MS)
  }
  await Promise.all(visits)
}

const CHARGE_EVERY_MS = 100
const RETRY_MS = 500

/** An application begins a charge ten times a second and repeats each under its key until it is answered. */
function startCharges(sender: Sender): { charged: Set<string>; ended: Promise<unknown> } {
  const charged = new Set<string>()
  return { charged, ended: chargeOnAndOn(sender, charged) }
}

async function chargeOnAndOn(sender: Sender, charged: Set<string>): Promise<void> {
  const charges: Promise<void>[] = []
  for (let count = 0; !sender.isStopped(); count += 1) {
    charges.push(charge(sender, count, charged))
    await delay(CHARGE_EVERY_MS)
  }
  await Promise.all(charges)
}

async function charge(sender: Sender, count: number, charged: Set<string>): Promise<void> {
  const { visitors, giveUp, send, findings } = sender
  const user = visitors.customers[count % visitors.customers.length]!.id
  const key = randomUUID()
  while (!giveUp.aborted) {
    const answer = await send({
      name: 'charge',
      method: 'POST',
      path: chargeCredit.path.replace(':user', user),
      body: { amount: 1, reason: '翻译' },
      headers: { authorization: `Bearer ${visitors.apiKey}`, 'idempotency-key': key },
    })
    if (answer.status === 200) {
      const { id } = chargeCredit.output.parse(dataOf(answer)).charge
      if (charged.has(id)) findings.push(`charge ${id} was answered to two requests`)
      charged.add(id)
      return
    }
    await delay(RETRY_MS)
  }
  findings.push(`a charge of ${user} was never answered`)
}
