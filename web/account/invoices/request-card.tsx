import { useEffect, useRef } from 'react'
import type { Invoice } from '#contract/invoices/invoice-shapes.ts'
import { Link } from '../../lib/router/link.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { invoicesHref } from './invoice-query.ts'
import { readRequestData } from './request-data.ts'
import { RequestForm } from './request-form.tsx'

export interface RequestProps {
  /** The order that is chosen at first. */
  order: string | undefined
  onDone: (invoice: Invoice) => void
  /** Orders that were offered have an invoice by now, also when the answer to its request was lost. */
  onStale: () => void
}

/** Orders, title and e-mail of a new invoice. */
export function RequestCard({ order, onDone, onStale }: RequestProps) {
  const load = useLoad('request', (signal) => readRequestData(order, signal))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="card invoice-request" aria-labelledby="request" aria-busy={load.isLoading}>
      <div className="card-head">
        <h2 id="request" ref={heading} tabIndex={-1}>
          申请发票
        </h2>
        <Link className="more" to={invoicesHref()}>
          收起
        </Link>
      </div>
      <Loaded load={load} what="可开票的订单" lines={8}>
        {(data) => (
          <>
            {order !== undefined && !data.orders.some(({ id }) => id === order) && (
              <Notice kind="wait" role="status">
                该订单暂不能开发票：可能已申请、已全部退款或处于争议中。
              </Notice>
            )}
            {data.orders.length === 0 ? (
              <NoOrders />
            ) : (
              <RequestForm
                data={data}
                order={order}
                onDone={onDone}
                onStale={() => {
                  load.reload()
                  onStale()
                }}
              />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function NoOrders() {
  return (
    <Empty
      title="没有可开票的订单"
      action={<ButtonLink to="/account/orders">查看我的订单</ButtonLink>}
    >
      已支付、未开发票且未全部退款的订单会显示在这里。
    </Empty>
  )
}
