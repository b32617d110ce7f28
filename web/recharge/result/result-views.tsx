import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import type { Order } from '#contract/shapes.ts'
import { buyAgainLink } from '../open-orders/buy-again-link.ts'
import { payLink } from '../open-orders/pay-link.ts'
import { Button, ButtonLink } from '../../ui/action/button.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { Money } from '../../ui/display/money.tsx'
import { OrderStateTag } from '../../ui/display/tag.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'
import type { ResultView, Facts } from './result-card.tsx'
import {
  BalanceNow,
  OrderButton,
  OrderNo,
  RetryButton,
  SupportButton,
  ToolsButton,
  WaitedTime,
} from './result-parts.tsx'
import { paymentStatus } from './payment-status.ts'
import type { PaymentWatch } from './use-payment-watch.ts'

/** Texts and actions of the result card. */
export function resultView(watch: PaymentWatch): ResultView {
  const { order, isPolling } = watch
  if (!order) return unknown(watch)
  switch (paymentStatus(order)) {
    case 'credited':
      return credited(order)
    case 'refunded':
      return refunded(order)
    case 'failed':
      return failed(order, watch)
    case 'cancelled':
      return closed(order, '已取消', '订单已取消，没有扣款。')
    case 'expired':
      return closed(order, '已过期', '支付已超时，订单已自动关闭，没有扣款。')
    case 'exception':
      return exception(order)
    // it may still be on its way
    case 'not_attempted':
      return unpaid(order, watch)
    case 'unpaid':
      return isPolling ? processing(order, watch) : unpaid(order, watch)
    case 'processing':
      return processing(order, watch)
  }
}

function credited(order: Order): ResultView {
  return {
    arc: 'good',
    title: '已到账',
    credit: order.credit,
    children: <BalanceNow />,
    facts: {
      订单号: <OrderNo {...order} />,
      实付金额: <Money {...order} />,
      ...(order.paymentMethod && { 付款方式: paymentMethodText(order.paymentMethod) }),
    },
    actions: (
      <>
        <ToolsButton />
        <OrderButton order={order} />
      </>
    ),
  }
}

/** Before the first response the page does not know whether anything was charged. */
function unknown(watch: PaymentWatch): ResultView {
  const { isPolling } = watch
  return {
    arc: isPolling ? 'asking' : 'wait',
    title: isPolling ? '正在查询' : '支付结果确认中',
    children: (
      <>
        {isPolling && <WaitedTime />}
        <OfflineNote {...watch} />
        <p>确认前请勿重复支付，可在订单管理中查看订单。</p>
      </>
    ),
    facts: {},
    actions: (
      <>
        <CheckAgainButton {...watch} />
        <ButtonLink kind="ghost" to="/account/orders">
          前往订单管理
        </ButtonLink>
      </>
    ),
  }
}

function processing(order: Order, watch: PaymentWatch): ResultView {
  const { isPolling } = watch
  return {
    arc: isPolling ? 'asking' : 'wait',
    title: '处理中',
    children: (
      <>
        {isPolling ? <WaitedTime /> : <p>支付平台尚未返回结果</p>}
        <OfflineNote {...watch} />
        <p>
          可以离开本页，请勿重复支付。
          <br />
          到账后余额会自动更新。
        </p>
      </>
    ),
    facts: {
      订单号: <OrderNo {...order} />,
      金额: <Money {...order} />,
      状态: <OrderStateTag state={order.state} />,
    },
    actions: (
      <>
        <CheckAgainButton {...watch} />
        <OrderButton order={order} />
      </>
    ),
  }
}

function OfflineNote({ isPolling, isOffline }: PaymentWatch) {
  if (!isOffline) return null
  return (
    <p className="offline-note">
      {isPolling ? '网络不稳定，正在继续查询' : '网络不通，暂时无法查询结果'}
    </p>
  )
}

function CheckAgainButton({ isPolling, retry }: PaymentWatch) {
  return (
    <Button isBusy={isPolling} onClick={retry}>
      {isPolling ? '正在查询' : '再查一次'}
    </Button>
  )
}

function ContinueButtons({ order, retry }: { order: Order; retry: () => void }) {
  return (
    <>
      <ButtonLink kind="primary" to={payLink(order)}>
        继续支付
      </ButtonLink>
      <Button kind="ghost" onClick={retry}>
        再查一次
      </Button>
    </>
  )
}

function failed(order: Order, { retry }: PaymentWatch): ResultView {
  return {
    arc: 'bad',
    title: '付款未成功',
    children: (
      <>
        <p>
          {order.failure?.message}。<strong>没有扣款</strong>。
        </p>
        <p>
          订单保留{' '}
          <strong>
            <Countdown until={order.expiresAt} onEnd={retry} />
          </strong>
          ，期间可以重新支付。
        </p>
      </>
    ),
    facts: dueFacts(order),
    actions: (
      <>
        <RetryButton {...order} />
        <SupportButton />
      </>
    ),
  }
}

function unpaid(order: Order, { retry }: PaymentWatch): ResultView {
  return {
    arc: 'quiet',
    title: '暂未收到付款',
    children: (
      <p>
        如未完成付款，可继续支付；如已付款，请几分钟后再查。
        <br />
        同一笔订单不会重复扣款。
      </p>
    ),
    facts: dueFacts(order),
    actions: <ContinueButtons order={order} retry={retry} />,
  }
}

function dueFacts(order: Order): Facts {
  return {
    订单号: <OrderNo {...order} />,
    待付金额: <Money {...order} />,
    保留至: <TimeText iso={order.expiresAt} style="clock" />,
  }
}

function closed(order: Order, title: string, sentence: string): ResultView {
  return {
    arc: 'quiet',
    title,
    children: <p>{sentence}</p>,
    facts: {
      订单号: <OrderNo {...order} />,
      金额: <Money {...order} />,
    },
    actions: (
      <>
        <ButtonLink kind="primary" to={buyAgainLink(order)}>
          重新选套餐
        </ButtonLink>
        <OrderButton order={order} />
      </>
    ),
  }
}

function exception(order: Order): ResultView {
  return {
    arc: 'bad',
    title: ORDER_STATE_LABELS.exception,
    children: <p>收到的付款与订单不符，正在核实，暂未入账。请凭订单号联系客服。</p>,
    facts: {
      订单号: <OrderNo {...order} />,
      金额: <Money {...order} />,
    },
    actions: (
      <>
        <SupportButton kind="primary" />
        <OrderButton order={order} />
      </>
    ),
  }
}

function refunded(order: Order): ResultView {
  return {
    arc: 'quiet',
    title: order.state === 'refunded' ? '已退款' : '部分退款',
    children: <p>该订单付款成功后已退款，款项原路退回。</p>,
    facts: {
      订单号: <OrderNo {...order} />,
      [order.paidAt === undefined ? '订单金额' : '实付金额']: <Money {...order} />,
      已退金额: <Money amount={order.refundedAmount} currency={order.currency} />,
    },
    actions: <OrderButton order={order} isOnly />,
  }
}
