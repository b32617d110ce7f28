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
      <Loaded load={load} what="可以开票的订单" lines={8}>
        {(data) => (
          <>
            {order !== undefined && !data.orders.some(({ id }) => id === order) && (
              <Notice kind="wait" role="status">
                这笔订单现在不能开发票：可能已经申请过、已全部退款，或者正在争议中。
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
      title="没有可以开票的订单"
      action={<ButtonLink to="/account/orders">查看我的订单</ButtonLink>}
    >
      支付过、还没有开过发票、也没有全部退款的订单会出现在这里。
    </Empty>
  )
}
