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
        <Notice role="status">支付平台正在确认付款，确认后自动到账，离开本页不影响结果。</Notice>
      )
    case 'exception':
      return (
        <Notice kind="bad">收到的付款与订单不符，正在核实，暂未入账。请凭订单号联系客服。</Notice>
      )
    case 'expired':
      return (
        <Notice actions={<BuyAgain order={order} />}>支付已超时，订单已自动关闭，没有扣款。</Notice>
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
      发卡行对该笔付款提出争议，相应{creditUnit}暂时冻结。如非您本人提出，请联系发卡行撤销。
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

  if (isOver) return <Notice kind="wait">支付已超时，订单正在关闭。</Notice>
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
        内完成支付，逾期订单自动关闭。
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
