import type { OrderDetail } from '#contract/console/orders/orders.ts'
import { CREDIT_ENTRY_LABELS } from '#contract/credit/credit-entries.ts'
import { Credit } from '#web/ui/display/money.tsx'
import { CreditChange } from '../panel/signed-credit.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { MiniTable } from '../panel/mini-table.tsx'
import { Panel, PanelNone } from '../panel/panel.tsx'

const COLUMNS = [
  { head: '时间' },
  { head: '事由' },
  { head: '变动', className: 'right' },
  { head: '余额', className: 'right' },
]

/** The order's movements of credit, newest first. */
export function OrderLedger({ entries }: Pick<OrderDetail, 'entries'>) {
  return (
    <Panel title="积分流水" count={entries.length}>
      {entries.length === 0 ? (
        <PanelNone>这笔订单还没有动过积分。</PanelNone>
      ) : (
        <MiniTable caption="这笔订单的积分流水，最新的在上面" columns={COLUMNS}>
          {entries.toReversed().map(({ at, type, delta, balanceAfter, by, reason }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries are never changed or removed
            <tr key={index}>
              <td>
                <DayTime iso={at} />
              </td>
              <td className="wrap-text">
                {CREDIT_ENTRY_LABELS[type]} <small>{[by, reason].filter(Boolean).join('，')}</small>
              </td>
              <td className="right">
                <CreditChange delta={delta} />
              </td>
              <td className="right">
                <Credit credit={balanceAfter} />
              </td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}
