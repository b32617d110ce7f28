import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../lib/call.ts'
import { cancelOrder } from '../lib/cancel-order.ts'
import { formatDuration } from '../lib/duration.ts'
import { payLink } from '../lib/pay-link.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CancelOrderDialog } from '../ui/cancel-order-dialog.tsx'
import { useSecondsUntil } from '../ui/countdown.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLoad } from '../ui/use-load.ts'

/** Nobody may have more of them. */
const MOST_OPEN = 3

/** The orders that wait to be paid; nothing when there are none. */
export function OpenOrders({ onChange }: { onChange: () => void }) {
  const [toCancel, setToCancel] = useState<Order>()
  const { data, reload } = useLoad('open', (signal) =>
    call(
      api.recharge.orderList,
      { page: 1, pageSize: MOST_OPEN, state: 'pending' },
      // The list of orders below tells of the same fault.
      { signal, isSilent: true },
    ),
  )

  async function cancel({ id }: Order) {
    await cancelOrder(id)
    reload()
    onChange()
  }

  return (
    <>
      {data?.list.map((order, at) => (
        <OpenOrder
          key={order.id}
          order={order}
          isFirst={at === 0}
          onCancel={() => setToCancel(order)}
        />
      ))}
      <CancelOrderDialog
        order={toCancel}
        onClose={() => setToCancel(undefined)}
        onConfirm={cancel}
      />
    </>
  )
}

interface OpenOrderProps {
  order: Order
  isFirst: boolean
  onCancel: () => void
}

/** An open order until its time is over. */
function OpenOrder({ order, isFirst, onCancel }: OpenOrderProps) {
  const { combo, num, amount, currency, expiresAt } = order
  const seconds = useSecondsUntil(Date.parse(expiresAt))
  if (seconds === 0) return null
  return (
    <Notice
      kind="wait"
      actions={
        <>
          <Button kind="ghost" size="small" onClick={onCancel}>
            取消订单
          </Button>
          <ButtonLink kind={isFirst ? 'primary' : 'secondary'} size="small" to={payLink(order)}>
            继续支付
          </ButtonLink>
        </>
      }
    >
      待支付：
      <strong>
        {combo.name} <span className="number">× {num}</span>，
        <Money amount={amount} currency={currency} />
      </strong>
      ，
      <span className="number" role="timer">
        {formatDuration(seconds)}
      </span>
      后自动关闭。
    </Notice>
  )
}
