import { useEffect, useEffectEvent, useState } from 'react'
import type { Order } from '#contract/shapes.ts'
import { cancelOrder } from '../open-orders/cancel-order.ts'
import { formatDuration } from '../../lib/format/duration.ts'
import { buyAgainLink } from '../open-orders/buy-again-link.ts'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { CancelOrderDialog } from '../open-orders/cancel-order-dialog.tsx'
import { useSecondsUntil } from '../../ui/feedback/countdown.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { OpenOrderActions } from '../open-orders/open-order-actions.tsx'

interface OrderNoticeProps {
  order: Order
  /** The order has changed. */
  onChange: () => void
}

/** Explains the state of an order, with the next action. */
export function OrderNotice({ order, onChange }: OrderNoticeProps) {
  switch (order.state) {
    case 'pending':
      return <PendingNotice order={order} onChange={onChange} />
    case 'processing':
      return (
        <Notice role="status">
          支付方还在确认这笔付款，确认后自动到账。可以离开这一页，不会影响结果。
        </Notice>
      )
    case 'exception':
      return (
        <Notice kind="bad">
          收到的付款和订单对不上，我们正在核实，暂时没有入账。请把订单号发给客服。
        </Notice>
      )
    case 'expired':
      return (
        <Notice actions={<BuyAgain order={order} />}>
          超过了支付时间，订单已自动关闭，没有扣款。
        </Notice>
      )
    case 'cancelled':
      return <Notice actions={<BuyAgain order={order} />}>订单已取消，没有扣款。</Notice>
    default:
      return order.dispute === 'open' ? <DisputeNotice /> : null
  }
}

function DisputeNotice() {
  const { creditUnit } = useSite()
  return (
    <Notice kind="bad">
      发卡行对这笔付款提出了争议，相应{creditUnit}暂时冻结。如果不是您提出的，请联系发卡行撤销。
    </Notice>
  )
}

function PendingNotice({ order, onChange }: OrderNoticeProps) {
  const [isPolling, setIsAsking] = useState(false)
  const seconds = useSecondsUntil(Date.parse(order.expiresAt))
  const isOver = seconds === 0
  const reloadOrder = useEffectEvent(onChange)

  useEffect(() => {
    if (isOver) reloadOrder()
  }, [isOver])

  if (isOver) return <Notice kind="wait">支付时间已过，订单正在关闭。</Notice>
  return (
    <>
      <Notice
        kind="wait"
        actions={<OpenOrderActions order={order} onCancel={() => setIsAsking(true)} />}
      >
        {order.failure && `上次付款未成功：${order.failure.message}。`}请在{' '}
        <strong className="number" role="timer">
          {formatDuration(seconds)}
        </strong>
        内完成支付，之后订单自动关闭。
      </Notice>
      <CancelOrderDialog
        order={isPolling ? order : undefined}
        onClose={() => setIsAsking(false)}
        onConfirm={async ({ id }) => {
          await cancelOrder(id)
          onChange()
        }}
      />
    </>
  )
}

function BuyAgain({ order }: { order: Order }) {
  return (
    <ButtonLink size="small" to={buyAgainLink(order)}>
      重新购买
    </ButtonLink>
  )
}
