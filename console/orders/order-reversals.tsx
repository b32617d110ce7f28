import type { OrderDetail, OrderPolicy } from '#contract/console/orders/orders.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Credit, Money } from '#web/ui/display/money.tsx'
import { DayTime } from '../panel/cells.tsx'
import { type FactRow, Facts, MiniTable, Panel, PanelNone } from '../panel/panel.tsx'

const COLUMNS = [
  { head: '时间' },
  { head: '事由' },
  { head: '金额', className: 'right' },
  { head: '结果', className: 'right' },
]

/** Refunds and disputes of the order, and what the published rule would refund now. */
export function OrderReversals({ detail }: { detail: OrderDetail }) {
  const { order, refunds, disputes, policy } = detail
  const rows = [
    ...refunds.map((refund) => ({ ...refund, kind: '退款', dueAt: null })),
    ...disputes.map(({ evidenceDueAt, ...dispute }) => ({
      ...{ ...dispute, kind: '争议', by: null, providerId: null },
      dueAt: dispute.status === 'open' ? evidenceDueAt : null,
    })),
  ].toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  return (
    <Panel title="退款与争议" count={rows.length}>
      {rows.length === 0 ? (
        <PanelNone>没有退款和争议。</PanelNone>
      ) : (
        <MiniTable caption="退款与争议，最新的在上面" columns={COLUMNS}>
          {rows.map(({ id, kind, amount, by, reason, statusLabel, createdAt, ...row }) => (
            <tr key={id}>
              <td>
                <DayTime iso={createdAt} />
              </td>
              <td className="wrap-text">
                {kind} <small>{[by, reason].filter(Boolean).join('，')}</small>
                {row.providerId !== null && (
                  <small>
                    <CopyButton text={row.providerId} what="退款编号" />
                  </small>
                )}
                {row.dueAt !== null && (
                  <small>
                    证据截止 <DayTime iso={row.dueAt} />
                  </small>
                )}
              </td>
              <td className="right">
                <Money amount={amount} currency={order.currency} />
              </td>
              <td className="right">{statusLabel}</td>
            </tr>
          ))}
        </MiniTable>
      )}
      {policy && (
        <>
          <h3 className="sub">按退款规则</h3>
          <div className="panel-body">
            <Facts rows={policyFacts(policy, order.currency)} />
          </div>
        </>
      )}
    </Panel>
  )
}

function policyFacts(policy: OrderPolicy, currency: string): FactRow[] {
  const { ruleLabel, amount, received, refunded, granted, used, left, refundable, gone } = policy
  const money = (sum: number) => <Money amount={sum} currency={currency} />
  return [
    ['现在可退', <strong key="now">{money(amount)}</strong>],
    ['规则', ruleLabel],
    ['可退期限', policy.until === null ? null : <DayTime key="until" iso={policy.until} />],
    ['实付', money(received)],
    ['已退或在退', refunded > 0 ? money(refunded) : null],
    ['到账积分', <Credit key="granted" credit={granted} />],
    ['已使用', <Credit key="used" credit={used} />],
    ['剩余', <Credit key="left" credit={left} />],
    ['其中可退', refundable === left ? null : <Credit key="refundable" credit={refundable} />],
    ['已扣回、冻结或到期', gone > 0 ? <Credit key="gone" credit={gone} /> : null],
  ]
}
