import { useEffect, useState, type ReactNode } from 'react'
import { api } from '#contract/api.ts'
import type { Order } from '#contract/shapes.ts'
import { call } from '../../lib/call/call.ts'
import { href } from '../../lib/query.ts'
import { payLink } from '../open-orders/pay-link.ts'
import { findToolToReturnTo } from './tool-return.ts'
import { useSite } from '../../lib/site.ts'
import { useSupport } from '../../shell/help/support-line.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { Credit } from '../../ui/display/money.tsx'
import { OutsideLink } from '../../ui/action/any-link.tsx'
import { useLoad } from '../../ui/feedback/loaded.tsx'
import { ArcPoints } from '../../ui/icon/arc.tsx'
import { formatCredit } from '../../lib/format/money.ts'

/** The balance after the purchase. */
export function BalanceNow() {
  const { data } = useLoad('profile', (signal) => call(api.account.profile, {}, { signal }))
  return data ? (
    <p>
      当前余额{' '}
      <strong>
        <Credit credit={data.credit.balance} hasUnit />
      </strong>
      ，现在就可以使用。
    </p>
  ) : (
    <p>现在就可以使用。</p>
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
      已等待 {seconds} 秒，正在向支付方查实
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
      {hasOnlyCards ? '换一张卡重试' : '换种方式重试'}
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
 * A bridge that lights up: `asking` animates its first half, `wait` shows it lit, `good` lights the whole,
 * `bad` breaks off, `quiet` stays dark.
 */
export type ArcState = 'asking' | 'wait' | 'good' | 'bad' | 'quiet'

export function ResultArc({ state }: { state: ArcState }) {
  return (
    <svg className="arc result-arc" data-kind={state} viewBox="0 0 176 84" aria-hidden="true">
      <ArcPoints
        middle={88}
        bottom={74}
        reach={74}
        rise={62}
        count={20}
        endRadius={1.4}
        topRadius={3}
        star={10}
      />
      <path className="shore" d="M2 81h24M150 81h24" />
    </svg>
  )
}

/** Values by label, in this order. */
export type Facts = Readonly<Record<string, ReactNode>>

export interface ResultView {
  arc: ArcState
  title: string
  /** Credit that was added. */
  credit?: number
  children: ReactNode
  facts?: Facts
  actions: ReactNode
}

/** The result of a payment on one card. */
export function ResultCard({ arc, title, credit, children, facts = {}, actions }: ResultView) {
  const { creditUnit } = useSite()
  const rows = Object.entries(facts)
  return (
    <section className="card lifted result-card" aria-labelledby="end">
      <ResultArc state={arc} />
      <h2 id="end">{title}</h2>
      {credit !== undefined && (
        <p className="result-credit">
          {formatCredit(credit, true)}
          <small> {creditUnit}</small>
        </p>
      )}
      {children}
      {rows.length > 0 && (
        <dl className="facts">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="dialog-actions">{actions}</div>
    </section>
  )
}
