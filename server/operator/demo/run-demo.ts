import { createHash } from 'node:crypto'
import { expireCredit } from '../../credit/expire-credit-job.ts'
import { chargeCredit } from '../../credit/spending/spend-credit.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { pagesOf } from '../../gateways/payments/payments.ts'
import { sandboxControl } from '../../gateways/payments/sandbox-control.ts'
import { stripePayments } from '../../gateways/payments/stripe-payments.ts'
import { AppError } from '../../http/app-error.ts'
import { findOrder } from '../../recharge/orders/orders.store.ts'
import { closeOrder } from '../../recharge/payments/close-order.ts'
import { confirmPayment } from '../../recharge/payments/confirm-payment.ts'
import { createPaymentIntent } from '../../recharge/payments/create-payment-intent.ts'
import { settleOrder } from '../../recharge/payments/settle-order.ts'
import { receiveEvent } from '../../recharge/payments/webhook.ts'
import { refundOrder } from '../../recharge/refunds/refund-order.ts'
import { findOwnApplication, insertDemoUser } from './demo.store.ts'
import { makeDemoInvoice } from './demo-invoice.ts'
import { giveUpReceipt, losePayment } from './demo-losses.ts'
import type { DemoStep } from './demo-plan.ts'
import type { Limits } from '../../http/limits/limits.ts'

/** An address of documentation, which nobody has. */
const ADDRESS = '203.0.113.7'
const DAY_MS = 24 * 60 * 60 * 1000

/** A plan on sale, and how many of it one order may have. */
interface DemoPlan {
  id: string
  minNum: number
  maxNum: number
}

interface MadeOrder {
  id: string
  clientSecret: string
  intentId: string
  amount: number
}

/** Does these steps one after another through the shop's own functions, each at its time. */
export async function runDemo(
  given: Deps,
  steps: readonly DemoStep[],
  { plans, onStep }: { plans: readonly DemoPlan[]; onStep: (done: number) => Promise<void> },
): Promise<void> {
  let at = new Date(0)
  /** Intents that their orders know no more. */
  const lost = new Set<string>()
  const deps = depsAt(given, () => at)
  const control = sandboxControl(given.config.payments)
  let application: Awaited<ReturnType<typeof findOwnApplication>> = null
  const users = new Map<number, string>()
  const orders = new Map<number, MadeOrder>()

  async function perform(step: DemoStep): Promise<void> {
    switch (step.kind) {
      case 'user': {
        const id = uuidv7(at.getTime())
        users.set(step.user, id)
        return insertDemoUser(deps.sql, { ...step, id, createdAt: at })
      }
      case 'order': {
        const { id: planId, minNum, maxNum } = plans[step.plan % plans.length]!
        const { user, source } = step
        const num = Math.min(Math.max(step.num, minNum), maxNum)
        const userId = users.get(user)!
        const placed = await createPaymentIntent(deps, { userId, planId, num, source })
        const { orderId: id, clientSecret, amount } = placed
        const intentId = deps.payments.intentIdOf(clientSecret)!
        orders.set(step.order, { id, clientSecret, intentId, amount })
        return
      }
      case 'charge': {
        // the tools site registers itself a moment after the shop has started
        application ??= await findOwnApplication(given.sql)
        if (application === null) return
        const { amount, reason } = step
        const key = uuidv7()
        const hash = createHash('sha256').update(key).digest()
        const request = { userId: users.get(step.user)!, application, key, hash }
        await chargeCredit(deps, request, { amount, reason, usage: { characters: amount * 40 } })
        return
      }
      case 'day':
        await expireCredit(deps)
        return receiveEvents()
      default:
        return performOn(step, orders.get(step.order))
    }
  }

  async function performOn(
    step: Extract<DemoStep, { order: number }>,
    made: MadeOrder | undefined,
  ): Promise<void> {
    // its user had too many open orders
    if (made === undefined) return
    const order = (await findOrder(deps.sql, made.id))!
    switch (step.kind) {
      case 'pay': {
        const payment = { clientSecret: made.clientSecret, paymentMethodId: step.card }
        await confirmPayment(deps, { userId: order.userId, address: ADDRESS }, payment)
        return
      }
      case 'invoice':
        return makeDemoInvoice(deps, step, order)
      case 'lose':
        lost.add(made.intentId)
        return losePayment(deps, order, step.card)
      case 'undelivered':
        return giveUpReceipt(deps, step.user, order)
      case 'overpay':
        return control.changeAmount(made.intentId, made.amount + 100, at)
      case 'lapse':
        if (order.state === 'pending') await closeOrder(deps, order, { actor: 'system' })
        return
      case 'refund': {
        const amount = step.isWhole ? {} : { amount: Math.round(made.amount / 3) }
        const facts = {
          orderId: made.id,
          ...amount,
          reason: '买家要求',
          actor: 'operator' as const,
        }
        await refundOrder(deps, { settleOrder }, facts)
        return
      }
      case 'dispute':
        if (order.state !== 'paid') return
        await control.dispute(made.intentId, at, step.end ?? undefined)
        await settleOrder(deps, order, { actor: 'provider', withReversals: true })
        return
      case 'order':
        return
    }
  }

  /** The provider's events of the day, as if they had been delivered then. */
  async function receiveEvents(): Promise<void> {
    const own = new Set([...orders.values()].map(({ intentId }) => intentId)).difference(lost)
    const until = at
    const pages = pagesOf((listing) => deps.payments.listEvents(listing), {
      createdFrom: new Date(until.getTime() - DAY_MS),
      createdUntil: until,
    })
    const events = (await Array.fromAsync(pages)).flat()
    for (const event of events.toReversed()) {
      if (event.payment === null || !own.has(event.payment.intentId)) continue
      at = new Date(Math.min(event.createdAt.getTime() + 2_000, given.now().getTime()))
      await receiveEvent(deps, event)
    }
    at = until
  }

  for (const [index, step] of steps.entries()) {
    at = step.at
    await perform(step).catch((error: unknown) => {
      // a declined card, an account without credit: these happen to customers
      const isCustomers = error instanceof AppError && error.status < 500
      if (!isCustomers || error.code === 'PAYMENT_REFUSED') throw error
    })
    await onStep(index + 1)
  }
}

/** The shop's parts at another time: they count no limits, mail no operator and write no log. */
function depsAt(given: Deps, now: () => Date): Deps {
  return {
    ...given,
    now,
    payments: stripePayments(given.config.payments, { at: now }),
    limits: noLimits,
    config: { ...given.config, operatorEmail: null },
    log: given.log.child({}, { level: 'silent' }),
  }
}

/** Limits that count nothing and refuse nobody. */
const noLimits: Limits = {
  consume: () => Promise.resolve(1),
  consumeAll: (buckets) => Promise.resolve(buckets.map(() => 1)),
  count: () => Promise.resolve(1),
  countAll: () => Promise.resolve(),
  check: () => Promise.resolve(),
  checkAll: () => Promise.resolve(),
  used: () => Promise.resolve(0),
  release: () => Promise.resolve(),
  reset: () => Promise.resolve(),
  update: () => Promise.resolve(),
}
