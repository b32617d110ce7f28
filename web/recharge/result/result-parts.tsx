import { useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { href } from '../../lib/href.ts'
import { payLink } from '../open-orders/pay-link.ts'
import { useSite } from '../../lib/site.ts'
import { useSupport } from '../../shell/help/support.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Credit } from '../../ui/display/money.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'

/** The balance after the purchase. */
export function BalanceNow() {
  const { data } = useLoad('profile', (signal) => call(api.account.profile, {}, { signal }))
  return data ? (
    <p>
      当前余额{' '}
      <strong>
        <Credit credit={data.credit.balance} hasUnit />
      </strong>
      ，现在可以使用。
    </p>
  ) : (
    <p>现在可以使用。</p>
  )
}

/** Seconds since the page was opened. */
export function WaitedTime() {
  const [start] = useState(() => performance.now())
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(
      () => setSeconds(Math.round((performance.now() - start) / 1000)),
      1000,
    )
    return () => clearInterval(timer)
  }, [start])
  return (
    <p className="number" role="timer">
      已等待 {seconds} 秒，正在向支付平台查询
    </p>
  )
}

export function ToolsButton() {
  const { toolsUrl, toolsLabel } = useSite()
  const tool = findToolToReturnTo(toolsUrl)
  if (tool !== null) {
    // in this tab, which has the text
    return (
      <a className="button" data-kind="primary" href={tool}>
        回到 {toolsLabel}
      </a>
    )
  }
  return (
    <OutsideLink className="button" data-kind="primary" href={toolsUrl}>
      打开 {toolsLabel}
    </OutsideLink>
  )
}

/** Nothing where the operator has no chat link. */
export function SupportButton({ kind = 'ghost' }: { kind?: 'primary' | 'ghost' }) {
  const [chat] = useSupport().chats
  if (!chat) return null
  return (
    <OutsideLink className="button" data-kind={kind} href={chat.url}>
      联系客服
    </OutsideLink>
  )
}

/** Links to the payment of the same order, after a refusal. */
export function RetryButton(order: Pick<Order, 'id'>) {
  const { methods } = useSite().payments
  const hasOnlyCards = methods.every((method) => method === 'card')
  return (
    <ButtonLink kind="primary" to={payLink(order)}>
      {hasOnlyCards ? '更换银行卡重试' : '更换付款方式重试'}
    </ButtonLink>
  )
}

interface OrderButtonProps {
  order: Pick<Order, 'id'>
  /** The only action. */
  isOnly?: boolean
}

export function OrderButton({ order: { id }, isOnly = false }: OrderButtonProps) {
  return (
    <ButtonLink kind={isOnly ? 'secondary' : 'ghost'} to={href('/account/order', { id })}>
      查看订单
    </ButtonLink>
  )
}

export function OrderNo({ orderNo }: Pick<Order, 'orderNo'>) {
  return <CopyButton text={orderNo} what="订单号" />
}

/**
 * The address of the tool that sent the customer here for credit, where the text waits; null for a customer who
 * came by another way. The payment page stores the tool's path for as long as the tab is open.
 */
export function findToolToReturnTo(toolsUrl: string): string | null {
  try {
    const tool = sessionStorage.getItem('tool')
    const url = tool === null ? null : URL.parse(tool, toolsUrl)
    return url?.origin === new URL(toolsUrl).origin ? url.href : null
  } catch {
    return null
  }
}
