import type { Order } from '#contract/shapes.ts'
import { payLink } from './pay-link.ts'
import { Button, ButtonLink } from '../../ui/action/button.tsx'

interface OpenOrderActionsProps {
  order: Order
  onCancel: () => void
}

/** Cancel and pay buttons of an order that can still be paid. */
export function OpenOrderActions({ order, onCancel }: OpenOrderActionsProps) {
  return (
    <>
      <Button kind="ghost" size="small" onClick={onCancel}>
        取消订单
      </Button>
      <ButtonLink kind="primary" size="small" to={payLink(order)}>
        继续支付
      </ButtonLink>
    </>
  )
}
