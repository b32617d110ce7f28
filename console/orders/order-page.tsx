import { readConsoleOrder, readProviderView } from '#contract/console/orders/orders.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { MessageScreen } from '../frame/message-screen.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { BackToList } from '../list/back-to-list.tsx'
import { OrderColumns } from './order-columns.tsx'
import { OrderHead } from './order-head.tsx'

/** One order, which the address names. */
export function OrderPage() {
  const { order = '' } = useQuery()
  return <OneOrder key={order} orderRef={order} />
}

function OneOrder({ orderRef }: { orderRef: string }) {
  const input = { order: orderRef }
  const order = useLoad('order', (signal) =>
    callConsole(readConsoleOrder, input, { signal, isQuiet: true }),
  )
  const provider = useLoad('provider', (signal) =>
    callConsole(readProviderView, input, { signal, isQuiet: true, isSilent: true }),
  )
  const actions = useActionDialog(() => {
    order.reload()
    provider.reload()
  })
  useTitle(`订单 ${order.data?.order.orderNo ?? orderRef}`)

  if (order.error?.status === 404)
    return (
      <MessageScreen
        title="没有这笔订单"
        actions={<ButtonLink to={consoleHref('/orders')}>看全部订单</ButtonLink>}
      >
        {orderRef === '' ? '地址里没有订单号。' : `没有 ${orderRef}，请检查是否完整。`}
      </MessageScreen>
    )
  return (
    <>
      <BackToList path="/orders" label="订单" />
      <Loaded load={order} what="订单" lines={12}>
        {(detail) => (
          <>
            <OrderHead detail={detail} actions={actions} />
            <OrderColumns detail={detail} provider={provider} actions={actions} />
          </>
        )}
      </Loaded>
      {actions.dialog}
    </>
  )
}
