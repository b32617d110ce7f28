import { useState } from 'react'
import type { Order } from '#contract/shapes.ts'
import { cancelOrder } from '../open-orders/cancel-order.ts'
import { href } from '../../lib/href.ts'
import { payLink } from '../open-orders/pay-link.ts'
import { Button, ButtonLink } from '../../ui/action/button.tsx'
import { CancelOrderDialog } from '../open-orders/cancel-order-dialog.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { Money } from '../../ui/display/money.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

interface OpenOrderNoticesProps {
  /** The user's orders that are not finished. */
  orders: readonly Order[]
  /** The one that the page pays. */
  chosenId: string | undefined
  /** The page pays this order alone; another plan is a link away. */
  isAlone?: boolean
  /** Called when one of the orders has changed. */
  onChange: () => void
}

/** Unpaid and processing orders, so that nobody buys twice. */
export function OpenOrderNotices({
  orders,
  chosenId,
  isAlone = false,
  onChange,
}: OpenOrderNoticesProps) {
  const [toCancel, setToCancel] = useState<Order>()

  async function cancel({ id }: Order) {
    await cancelOrder(id)
    onChange()
  }

  return (
    <>
      {orders.map((order) =>
        order.state === 'processing' ? (
          <ProcessingOrder key={order.id} order={order} />
        ) : (
          <PendingOrder
            key={order.id}
            order={order}
            isChosen={order.id === chosenId}
            isAlone={isAlone}
            onCancel={() => setToCancel(order)}
            onEnd={onChange}
          />
        ),
      )}
      <CancelOrderDialog
        order={toCancel}
        onClose={() => setToCancel(undefined)}
        onConfirm={cancel}
      />
    </>
  )
}

function ProcessingOrder({ order }: { order: Order }) {
  return (
    <Notice
      actions={
        <ButtonLink size="small" to={href('/account/stripe-callback', { order: order.id })}>
          查看结果
        </ButtonLink>
      }
    >
      正在处理：
      <OrderName order={order} />
      。请勿重复支付，到账后余额自动更新。
    </Notice>
  )
}

interface PendingOrderProps {
  order: Order
  isChosen: boolean
  isAlone: boolean
  onCancel: () => void
  onEnd: () => void
}

function PendingOrder({ order, isChosen, isAlone, onCancel, onEnd }: PendingOrderProps) {
  return (
    <Notice
      kind="wait"
      actions={
        <>
          <Button kind="ghost" size="small" onClick={onCancel}>
            取消订单
          </Button>
          {isAlone && (
            <ButtonLink size="small" to="/account/recharge">
              改选套餐
            </ButtonLink>
          )}
          {!isChosen && (
            <ButtonLink size="small" to={payLink(order)} preventScrollReset>
              继续支付
            </ButtonLink>
          )}
        </>
      }
    >
      待支付：
      <OrderName order={order} />
      ，<Countdown until={order.expiresAt} onEnd={onEnd} />
      后自动关闭。{isChosen && '以下支付的是该订单，不会重复下单。'}
    </Notice>
  )
}

function OrderName({ order }: { order: Order }) {
  return (
    <strong>
      {order.combo.name} <span className="number">× {order.num}</span>，
      <Money amount={order.amount} currency={order.currency} />
    </strong>
  )
}
