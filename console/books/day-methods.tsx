import type { Day } from '#contract/console/figures/books.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { Money } from '#web/ui/display/money.tsx'
import { MiniTable } from '../panel/mini-table.tsx'
import { Panel, PanelNone } from '../panel/panel.tsx'

const COLUMNS = [
  { head: '方式' },
  { head: '笔数', className: 'right' },
  { head: '金额', className: 'right' },
]

/** Payments by method. */
export function DayMethods({ books: { methods } }: { books: Day }) {
  return (
    <Panel title="收款方式">
      {methods.length === 0 ? (
        <PanelNone>这一天没有收款。</PanelNone>
      ) : (
        <MiniTable caption="这一天的收款，按付款方式" columns={COLUMNS}>
          {methods.map(({ currency, method, count, amount }) => (
            <tr key={`${currency} ${method}`}>
              <td>{method}</td>
              <td className="right number">{formatCredit(count)}</td>
              <td className="right">
                <Money amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}
