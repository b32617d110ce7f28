import {
  type OrderDetail,
  readConsoleOrder,
  readProviderView,
} from '#contract/console/orders/orders.ts'
import { type Load, useLoad } from '#web/ui/feedback/use-load.ts'
import { type ActionStarter, useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { DetailPage } from '../list/detail-page.tsx'
import { OrderHead } from './order-head.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { AuditTable } from '../audit/audit-table.tsx'
import { MiniTable, Panel, PanelNone } from '../panel/panel.tsx'
import { OrderEvents, OrderMails } from './order-messages.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderReversals } from './order-reversals.tsx'
import { ProviderPanel } from './provider-panel.tsx'
import { CreditChange, DayTime, MOVEMENT_COLUMNS, MovementRow } from '../panel/cells.tsx'

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
  return (
    <DetailPage
      path="/orders"
      label="订单"
      load={order}
      reference={orderRef}
      words={{ none: '没有这笔订单', unnamed: '订单号' }}
      dialog={actions.dialog}
    >
      {(detail) => (
        <>
          <OrderHead detail={detail} actions={actions} />
          <OrderColumns detail={detail} provider={provider} actions={actions} />
        </>
      )}
    </DetailPage>
  )
}

interface OrderColumnsProps {
  detail: OrderDetail
  provider: Load<OutputOf<typeof readProviderView>>
  actions: ActionStarter
}

/** All that is known of an order: what is true now at the left, what happened at the right. */
function OrderColumns({ detail, provider, actions }: OrderColumnsProps) {
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

/** The order's movements of credit, newest first. */
function OrderLedger({ entries }: Pick<OrderDetail, 'entries'>) {
  return (
    <Panel title="积分流水" count={entries.length}>
      {entries.length === 0 ? (
        <PanelNone>这笔订单还没有动过积分。</PanelNone>
      ) : (
        <MiniTable caption="这笔订单的积分流水，最新的在上面" columns={MOVEMENT_COLUMNS}>
          {entries.toReversed().map((entry, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries are never changed or removed
            <MovementRow key={index} {...entry} />
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}

/** What happened to the order, newest first. */
function OrderTimeline({ events }: { events: OrderDetail['timeline'] }) {
  return (
    <Panel title="经过" aside={<span className="faint">最新的在上面</span>}>
      <div className="panel-body">
        <ol className="timeline">
          {events.toReversed().map(({ at, what, credit, by, why }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- what happened is never changed
            <li key={index} data-kind={credit !== null && credit > 0 ? 'good' : undefined}>
              <span>
                {what}
                {credit !== null && (
                  <>
                    {' '}
                    <CreditChange delta={credit} /> 积分
                  </>
                )}
              </span>
              <DayTime iso={at} />
              <small>{[by, why].filter(Boolean).join('\u00a0· ')}</small>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  )
}
