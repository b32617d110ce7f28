import { createHash } from 'node:crypto'
import { expireCredit } from '../../credit/expire-credit-job.ts'
import { chargeCredit } from '../../credit/spending/spend-credit.ts'
import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { pagesOf } from '../../gateways/payments/payments.ts'
import { sandboxControl } from '../../gateways/payments/sandbox-control.ts'
import { stripePayments } from '../../gateways/payments/stripe-payments.ts'
import { AppError } from '../../http/app-error.ts'
import type { Limits } from '../../http/limits/limits.ts'
import {
  endRequest,
  insertInvoice,
  insertInvoiceEvent,
  type InvoiceActor,
  lockInvoiceableOrders,
} from '../../invoices/invoices.store.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { findOrder } from '../../recharge/orders/orders.store.ts'
import { closeOrder } from '../../recharge/payments/close-order.ts'
import { confirmPayment } from '../../recharge/payments/confirm-payment.ts'
import { createPaymentIntent } from '../../recharge/payments/create-payment-intent.ts'
import { settleOrder } from '../../recharge/payments/settle-order.ts'
import { receiveEvent } from '../../recharge/payments/webhook.ts'
import { refundOrder } from '../../recharge/refunds/refund-order.ts'
import { markIssued } from '../invoices/issue.store.ts'
import { findOwnApplication, forgetIntent, insertDemoUser } from './demo.store.ts'
import { demoPerson, type DemoStep } from './fill-demo.ts'

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
        await refundOrder(deps, facts)
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

/** The provider takes the money, and the order loses its intent, as in a shop that returned to an older backup. */
async function losePayment(
  { payments, sql, config }: Pick<Deps, 'payments' | 'sql' | 'config'>,
  { id, paymentIntentId }: OrderRow,
  card: string,
): Promise<void> {
  await payments.confirmIntent(paymentIntentId!, {
    paymentMethodId: card,
    methodType: 'card',
    returnUrl: `${config.publicUrl}/account/stripe-callback?order=${id}`,
    idempotencyKey: `confirm:${id}:1`,
  })
  await forgetIntent(sql, id)
}

const HOUR_MS = 60 * 60 * 1000
/** The example of GB 32100-2015, which no company has. */
const COMPANY = {
  kind: 'company',
  name: '示例科技有限公司',
  taxNumber: '91350100M000100Y43',
} as const
const FINANCE: InvoiceActor = { actor: 'operator', operator: 'demo' }

/** An invoice of a demo's order, answered three hours later; nothing where no money is left. Nobody is told. */
function makeDemoInvoice(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  { user, end }: Extract<DemoStep, { kind: 'invoice' }>,
  { id: orderId, userId }: Pick<OrderRow, 'id' | 'userId'>,
): Promise<void> {
  const at = now()
  const id = uuidv7(at.getTime())
  const { email, nickname } = demoPerson(user)
  const person = { kind: 'person', name: nickname, taxNumber: null } as const
  return sql.begin(async (tx) => {
    const [order] = await lockInvoiceableOrders(tx, userId, [orderId])
    if (order === undefined) return
    const { amount, currency } = order
    const title = { ...(user % 2 === 0 ? COMPANY : person), email }
    await insertInvoice(tx, { id, userId, ...title, amount, currency, at }, [order])
    await noteState(tx, id, 'requested', { by: { actor: 'user' }, reason: null, at })
    const answeredAt = new Date(at.getTime() + 3 * HOUR_MS)
    if (end === 'issued') {
      const number = `26${String(at.getTime()).padStart(18, '0')}`
      await markIssued(tx, id, { number, at: answeredAt })
      await noteState(tx, id, end, { by: FINANCE, reason: null, at: answeredAt })
    }
    if (end === 'rejected') {
      const reason = '抬头与税号不一致'
      await endRequest(tx, id, { state: end, reason })
      await noteState(tx, id, end, { by: FINANCE, reason, at: answeredAt })
    }
  })
}

function noteState(
  tx: Query,
  invoiceId: string,
  state: 'requested' | 'issued' | 'rejected',
  what: { by: InvoiceActor; reason: string | null; at: Date },
): Promise<void> {
  return insertInvoiceEvent(tx, { id: uuidv7(), invoiceId, state, ...what })
}
