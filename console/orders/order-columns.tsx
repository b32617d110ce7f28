import type { OrderDetail, readProviderView } from '#contract/console/orders/orders.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Load } from '#web/ui/feedback/use-load.ts'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { AuditTable } from '../audit/audit-table.tsx'
import { Panel, PanelNone } from '../panel/panel.tsx'
import { OrderEvents, OrderMails } from './order-messages.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderLedger } from './order-ledger.tsx'
import { OrderReversals } from './order-reversals.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { ProviderPanel } from './provider-panel.tsx'

interface OrderColumnsProps {
  detail: OrderDetail
  provider: Load<OutputOf<typeof readProviderView>>
  actions: ActionStarter
}

/** All that is known of an order: what is true now at the left, what happened at the right. */
export function OrderColumns({ detail, provider, actions }: OrderColumnsProps) {
  const { order, entries, mails, events, audit } = detail
  return (
    <div className="columns">
      <div>
        <OrderFacts detail={detail} />
        <ProviderPanel order={order} load={provider} />
        <OrderLedger entries={entries} />
        <OrderMails mails={mails} actions={actions} />
      </div>
      <div>
        <OrderTimeline events={detail.timeline} />
        <OrderReversals detail={detail} />
        <OrderEvents orderNo={order.orderNo} events={events} actions={actions} />
        <Panel title="操作记录" count={audit.length}>
          {audit.length === 0 ? (
            <PanelNone>还没有人对这笔订单做过操作。</PanelNone>
          ) : (
            <AuditTable entries={audit} />
          )}
        </Panel>
      </div>
    </div>
  )
}
