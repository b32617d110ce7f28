import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../lib/call.ts'
import { cancelOrder } from '../lib/cancel-order.ts'
import { payLink } from '../lib/pay-link.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CancelOrderDialog } from '../ui/cancel-order-dialog.tsx'
import { Countdown } from '../ui/countdown.tsx'
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
    lookAgain()
  }

  function lookAgain() {
    reload()
    onChange()
  }

  return (
    <>
      {data?.list.filter(isPayable).map((order, at) => (
        <OpenOrder
          key={order.id}
          order={order}
          isFirst={at === 0}
          onCancel={() => setToCancel(order)}
          onEnd={lookAgain}
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

function isPayable({ expiresAt }: Order): boolean {
  return Date.parse(expiresAt) > Date.now()
}

interface OpenOrderProps {
  order: Order
  isFirst: boolean
  onCancel: () => void
  /** Its time is over. */
  onEnd: () => void
}

function OpenOrder({ order, isFirst, onCancel, onEnd }: OpenOrderProps) {
  const { combo, num, amount, currency, expiresAt } = order
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
      <Countdown until={expiresAt} onEnd={onEnd} />
      后自动关闭。
    </Notice>
  )
}
