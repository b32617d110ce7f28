import { useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../lib/call.ts'
import { payLink } from '../lib/pay-link.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CancelOrderDialog } from '../ui/cancel-order-dialog.tsx'
import { Countdown } from '../ui/countdown.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { useLoad } from '../ui/use-load.ts'

/** Nobody may have more of them. */
const MOST_OPEN = 3

/** The orders that wait to be paid, each with its time left; nothing when there are none. */
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

  function refresh() {
    reload()
    onChange()
  }

  async function cancel({ id }: Order) {
    try {
      await call(api.recharge.cancelOrder, { id })
    } finally {
      refresh()
    }
  }

  return (
    <>
      {data?.list.map((order, at) => (
        <Notice
          key={order.id}
          kind="wait"
          actions={
            <>
              <Button kind="ghost" size="small" onClick={() => setToCancel(order)}>
                取消订单
              </Button>
              <ButtonLink
                kind={at === 0 ? 'primary' : 'secondary'}
                size="small"
                to={payLink(order)}
              >
                继续支付
              </ButtonLink>
            </>
          }
        >
          待支付：
          <strong className="number">
            {order.combo.name} × {order.num}，<Money {...order} />
          </strong>
          ，<Countdown until={order.expiresAt} onEnd={refresh} />
          后自动取消。
        </Notice>
      ))}
      <CancelOrderDialog
        order={toCancel}
        onClose={() => setToCancel(undefined)}
        onConfirm={cancel}
      />
    </>
  )
}
