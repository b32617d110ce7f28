import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findExceptions } from './waiting.store.ts'

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
