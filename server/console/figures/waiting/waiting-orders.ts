import { moneyText } from '../../../lib/money-text.ts'
import { reversalReasonText } from '../../../recharge/orders/order-labels.ts'
import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findOpenDisputes, findExceptions, findStuckPayments } from './waiting.store.ts'
import { permissionsOf } from '#contract/console/staff/roles.ts'
import { requireCommand } from '../../actions/run-command.ts'
import { listWaitingRequests } from '../../signatures/requests.store.ts'

/** Disputes that a bank has not decided, with the time until which it takes evidence. */
export const openDisputes: WaitingSource = async ({ sql }) => {
  const first = await findOpenDisputes(sql, MOST_WAITING + 1)
  if (first === null) return null
  const { count, orderNo, amount, currency, reason, due } = first
  const why = reason === null ? '' : `\u00a0· ${reversalReasonText(reason)}`
  return waitingItem({
    name: 'disputes',
    urgency: 'bad',
    title: '争议要交证据',
    detail: `${moneyText(amount, currency)}\u00a0· ${orderNo}${why}`,
    count,
    due,
    href: count === 1 ? `/orders/order?order=${orderNo}` : '/orders?disputed=1',
    action: '看争议',
  })
}

/** Orders whose money does not fit them. */
export const exceptions: WaitingSource = async ({ sql }) => {
  const { count, since } = await findExceptions(sql, MOST_WAITING + 1)
  return waitingItem({
    name: 'exceptions',
    urgency: 'wait',
    title: '订单待核实',
    detail: '收到的款项与订单不符',
    count,
    since,
    href: '/orders?state=exception',
    action: '处理',
  })
}

/** The server asks the provider every minute: an attempt without an end for so long has something in its way. */
const STUCK_MS = 10 * 60_000

/** Payments that the provider may have received and that are still open here. */
export const stuckPayments: WaitingSource = async ({ sql, now }) => {
  const before = new Date(now.getTime() - STUCK_MS)
  const { count, since, orderNo } = await findStuckPayments(sql, { before, most: MOST_WAITING + 1 })
  return waitingItem({
    name: 'stuck-payments',
    urgency: 'bad',
    title: '可能已收款，这里还没到账',
    detail: orderNo === null ? '' : `${orderNo}\u00a0· 付款一直没有结果`,
    count,
    since,
    href: count === 1 ? `/orders/order?order=${orderNo}` : '/orders?state=processing',
    action: '再核对',
  })
}

/** Actions of colleagues that this operator may sign. */
export const waitingSignatures: WaitingSource = async ({ sql, now, session }) => {
  if (!permissionsOf(session.role).includes('sign')) return null
  const requests = (await listWaitingRequests(sql, now)).filter(
    ({ operatorId }) => operatorId !== session.operatorId,
  )
  const [oldest] = requests
  if (oldest === undefined) return null
  return waitingItem({
    name: 'signatures',
    urgency: 'wait',
    title: '等您签字',
    detail: `${requireCommand(oldest.command).console.title}\u00a0· ${oldest.operatorName} 发起`,
    count: requests.length,
    since: oldest.requestedAt,
    href: '/signatures',
    action: '看一看',
  })
}
