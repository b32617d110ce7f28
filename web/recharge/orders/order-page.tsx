import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { Link } from '../../lib/router/link.tsx'
import type { PageProps } from '../../lib/page/page-module.ts'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Button, ButtonLink } from '../../ui/action/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { OrderNotice } from './order-notice.tsx'
import { OrderReceipt } from './order-receipt.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { useEffect, useState, useEffectEvent } from 'react'
import type { Order } from '#contract/shapes.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { CHAT_ICONS, useSupport } from '../../shell/help/support.ts'
import { CopyButton } from '../../ui/action/copy-button.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'

export default function OrderPage({ query: { id } }: PageProps) {
  const isHydrated = useHydrated()
  // prerendered HTML has no query
  if (!isHydrated) return <OrderWait />
  return id ? <OrderView key={id} id={id} /> : <OrderMissing />
}

function OrderView({ id }: { id: string }) {
  const load = useLoad(id, (signal) =>
    call(api.recharge.queryOrder, { orderId: id }, { signal, isQuiet: true }),
  )
  const order = load.data?.order
  useOrderWatch(order, (newer) => load.replace({ order: newer }))

  // 400: no valid id, 404: not an order of this user.
  if (load.error?.status === 404 || load.error?.status === 400) return <OrderMissing />
  return (
    <>
      <OrderHead canPrint={order?.paidAt !== undefined} />
      {order || load.error ? (
        <Loaded load={load} what="订单">
          {({ order: shown }) => (
            <>
              <OrderNotice order={shown} onChange={load.reload} />
              <div className="order-grid">
                <OrderReceipt order={shown} />
                <div className="order-side account-body">
                  <OrderTimeline order={shown} />
                  <PaidOrderSection order={shown} />
                  <OrderHelp orderNo={shown.orderNo} />
                </div>
              </div>
            </>
          )}
        </Loaded>
      ) : (
        <OrderBones />
      )}
    </>
  )
}

function OrderWait() {
  return (
    <>
      <OrderHead canPrint={false} />
      <OrderBones />
    </>
  )
}

/** Boxes where receipt and timeline will be. */
function OrderBones() {
  return (
    <div className="order-grid">
      <div className="card">
        <Skeleton lines={9} />
      </div>
      <div className="card">
        <Skeleton lines={5} />
      </div>
    </div>
  )
}

function OrderHead({ canPrint }: { canPrint: boolean }) {
  return (
    <PageHead
      lead="查看订单内容、进度、退款和收据。"
      above={
        <Link className="more back" to="/account/orders">
          <Icon name="back" />
          订单管理
        </Link>
      }
    >
      {canPrint && (
        <span className="no-print">
          <Button size="small" icon="print" onClick={() => print()}>
            打印收据
          </Button>
        </span>
      )}
    </PageHead>
  )
}

function OrderMissing() {
  return (
    <>
      <OrderHead canPrint={false} />
      <section className="card">
        <Empty
          heading="h2"
          title="未找到该订单"
          action={
            <ButtonLink kind="primary" to="/account/orders">
              查看我的订单
            </ButtonLink>
          }
        >
          链接可能不完整，或该订单属于其他账户。
        </Empty>
      </section>
    </>
  )
}

type Cards = typeof import('./paid-order-cards.tsx')

/** Refund and invoice of a paid order; their script is loaded when the rest of the page is shown. */
function PaidOrderSection({ order }: { order: Order }) {
  const isPaid = order.paidAt !== undefined
  const [cards, setCards] = useState<Cards>()

  useEffect(() => {
    if (!isPaid) return
    // without it support and the page of invoices still have all there is
    loadChunk(() => import('./paid-order-cards.tsx')).then(setCards, () => undefined)
  }, [isPaid])

  return isPaid && cards ? <cards.PaidOrderCards order={order} /> : null
}

/** The link to support, with the order number that they ask for. */
function OrderHelp({ orderNo }: { orderNo: string }) {
  const [chat] = useSupport().chats
  return (
    <section className="card" aria-labelledby="order-help">
      <div className="card-head">
        <h2 id="order-help">需要帮助</h2>
      </div>
      <p className="soft">如对订单有疑问，请凭订单号联系客服。</p>
      <div className="side-actions">
        <CopyButton text={orderNo} what="订单号" />
        {chat && (
          <OutsideLink className="button" data-kind="secondary" data-size="small" href={chat.url}>
            <Icon name={CHAT_ICONS[chat.kind]} />
            联系客服
          </OutsideLink>
        )}
      </div>
    </section>
  )
}

const EVERY_MS = 5_000

/** Queries a processing order every 5 s and hands over each response. */
function useOrderWatch(order: Order | undefined, onResponse: (newer: Order) => void): void {
  const report = useEffectEvent(onResponse)
  const orderId = order?.state === 'processing' ? order.id : undefined

  useEffect(() => {
    if (orderId === undefined) return undefined
    const leaving = new AbortController()
    const { signal } = leaving
    const timer = setInterval(() => {
      call(api.recharge.queryOrder, { orderId }, { signal, isSilent: true }).then(
        (answer) => report(answer.order),
        // The next round asks again.
        () => undefined,
      )
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      leaving.abort()
    }
  }, [orderId])
}
