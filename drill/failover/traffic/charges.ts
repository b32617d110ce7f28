import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { chargeCredit } from '#contract/applications/applications.ts'
import { dataOf, type Sender } from './sender.ts'

const EVERY_MS = 100
const RETRY_MS = 500

/** An application begins a charge ten times a second and repeats each under its key until it is answered. */
export function startCharges(sender: Sender): { charged: Set<string>; ended: Promise<unknown> } {
  const charged = new Set<string>()
  return { charged, ended: chargeOnAndOn(sender, charged) }
}

async function chargeOnAndOn(sender: Sender, charged: Set<string>): Promise<void> {
  const charges: Promise<void>[] = []
  for (let count = 0; !sender.isStopped(); count += 1) {
    charges.push(charge(sender, count, charged))
    await delay(EVERY_MS)
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
