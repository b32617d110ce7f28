import type { OrderState } from '#contract/shapes.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { ordersHref } from './order-query.ts'

interface NoOrdersProps {
  state: OrderState | undefined
  /** The page number is past the last page. */
  isPastEnd: boolean
}

/** Why the list is empty, with a link on. */
export function NoOrders({ state, isPastEnd }: NoOrdersProps) {
  if (isPastEnd) {
    return (
      <Empty
        heading="h2"
        title="这一页没有订单"
        action={<ButtonLink to={ordersHref({ state, page: 1 })}>回到第一页</ButtonLink>}
      >
        订单没有这么多页。
      </Empty>
    )
  }
  if (state !== undefined) {
    return (
      <Empty
        heading="h2"
        title={`没有${ORDER_STATE_LABELS[state]}的订单`}
        action={
          <ButtonLink to={ordersHref({ state: undefined, page: 1 })}>查看全部订单</ButtonLink>
        }
      >
        换一个状态看看。
      </Empty>
    )
  }
  return (
    <Empty
      heading="h2"
      title="还没有订单"
      action={
        <ButtonLink kind="primary" to="/plans">
          查看套餐
        </ButtonLink>
      }
    >
      选一份套餐，从最小的一份开始也可以。
    </Empty>
  )
}
