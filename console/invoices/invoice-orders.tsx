import { Link } from '#web/lib/router/link.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { orderHref } from '../lib/console-href.ts'
import { DayTime } from '../panel/cells.tsx'
import { MiniTable, Panel } from '../panel/panel.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'

const COLUMNS = [
  { head: '订单号' },
  { head: '套餐', className: 'wide-only' },
  { head: '开票金额', className: 'right' },
  { head: '现在净额', className: 'right' },
]

/** States in which an amount that differs is somebody's work. */
const OPEN: ReadonlySet<InvoiceDetail['state']> = new Set(['requested', 'issued', 'reversal_due'])

/** The orders as they were invoiced, and what is left of them now. */
export function InvoiceOrders({
  invoice: { state, orders, currency },
}: {
  invoice: InvoiceDetail
}) {
  const changed = orders.filter(({ amount, left }) => amount !== left).length
  return (
    <Panel title="订单" count={orders.length}>
      {changed > 0 && OPEN.has(state) && (
        <Notice kind="wait">
          {changed} 笔订单在申请后有退款或争议败诉，现在的净额与开票金额不同。
        </Notice>
      )}
      <MiniTable caption="发票里的订单" columns={COLUMNS}>
        {orders.map(({ id, orderNo, planName, num, paidAt, amount, left }) => (
          <tr key={id}>
            <td>
              <Link to={orderHref(orderNo)}>{orderNo}</Link>
            </td>
            <td className="wide-only cut" title={planName}>
              {planName} × {num}
              <br />
              <small>
                <DayTime iso={paidAt} /> 付款
              </small>
            </td>
            <td className="right">
              <Money amount={amount} currency={currency} />
            </td>
            <td className="right">
              <Money amount={left} currency={currency} />
              {amount !== left && <span className="tag-flag">不同</span>}
            </td>
          </tr>
        ))}
      </MiniTable>
    </Panel>
  )
}
