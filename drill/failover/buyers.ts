import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import type { Customer } from '#harness/customers.ts'
import type { Sent } from '../send.ts'
import { dataOf, type Sender } from './sender.ts'

const { recharge } = api

/** Below the limits of a buyer: ten payments a minute. */
const ORDER_EVERY_MS = 6_500
const RETRY_MS = 700
const LIMITED_MS = 6_000

/** Each buyer buys again and again, as the pages do it. */
export function startBuyers(
  sender: Sender,
  customers: readonly Customer[],
): { paidOrders: Set<string>; ended: Promise<unknown> } {
  const paidOrders = new Set<string>()
  const ended = Promise.all(
    customers.map(async (customer, at) => {
      await delay((at * ORDER_EVERY_MS) / customers.length)
      while (!sender.isStopped()) {
        const beganAt = performance.now()
        const orderId = await buy(sender, customer)
        if (orderId !== null) paidOrders.add(orderId)
        await delay(Math.max(0, ORDER_EVERY_MS - (performance.now() - beganAt)))
      }
    }),
  )
  return { paidOrders, ended }
}

/** Returns the order once it is seen paid; null when the run ends before. */
async function buy(sender: Sender, customer: Customer): Promise<string | null> {
  const { send, findings, giveUp } = sender
  const headers = { ...BROWSER_HEADERS, ...customer.headers }
  const post = (path: string, body: object) =>
    send({ name: 'payment', method: 'POST', path, body, headers })

  const started = await repeat(sender, () =>
    post(recharge.createPaymentIntent.path, { id: 'trial', num: 1 }),
  )
  if (started === null) return null
  const { orderId, clientSecret } = recharge.createPaymentIntent.output.parse(dataOf(started))
  const paymentMethodId = 'pm_card_visa'
  for (let isToConfirm = true; ;) {
    // 409: an attempt that was not answered has paid it
    if (isToConfirm) {
      const confirm = () => post(recharge.confirmPayment.path, { clientSecret, paymentMethodId })
      if ((await repeat(sender, confirm, [200, 409])) === null) return null
    }
    const path = recharge.queryOrder.path.replace(':orderId', orderId)
    const asked = await repeat(sender, () => send({ name: 'order', method: 'GET', path, headers }))
    if (asked === null) return null
    const { state } = recharge.queryOrder.output.parse(dataOf(asked)).order
    if (state === 'paid') {
      await checkList(sender, customer, orderId)
      return orderId
    }
    if (state !== 'pending' && state !== 'processing') {
      findings.push(`order ${orderId} is ${state} after its payment`)
      return null
    }
    if (giveUp.aborted) {
      findings.push(`a buyer gave up: order ${orderId} is ${state}`)
      return null
    }
    // an attempt that never reached the provider leaves the order open
    isToConfirm = state === 'pending'
    await delay(RETRY_MS)
  }
}

/** The buyer's own list has the order as the buyer has just seen it, whichever database answers. */
async function checkList(sender: Sender, customer: Customer, orderId: string): Promise<void> {
  const { send, findings } = sender
  const headers = { ...BROWSER_HEADERS, ...customer.headers }
  const { path } = recharge.orderList
  const listed = await repeat(sender, () => send({ name: 'order', method: 'GET', path, headers }))
  if (listed === null) return
  const { list } = recharge.orderList.output.parse(dataOf(listed))
  const state = list.find(({ id }) => id === orderId)?.state
  if (state !== 'paid')
    findings.push(`order ${orderId} is paid, and ${state ?? 'not there'} in the list`)
}

/** Sends until one of these statuses comes; null when that has to be given up. */
async function repeat(
  { giveUp, findings }: Sender,
  send: () => Promise<Sent>,
  statuses: readonly number[] = [200],
): Promise<Sent | null> {
  for (;;) {
    const answer = await send()
    if (statuses.includes(answer.status)) return answer
    if (giveUp.aborted) {
      findings.push(`a buyer gave up: ${answer.call.path} ${answer.status} ${answer.text}`)
      return null
    }
    await delay(answer.status === 429 ? LIMITED_MS : RETRY_MS)
  }
}
