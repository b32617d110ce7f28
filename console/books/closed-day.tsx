import type { CurrencySum, Day, DayMovement } from '#contract/console/figures/books.ts'
import { Money } from '#web/ui/display/money.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { DayTime } from '../panel/cells.tsx'
import { MiniTable, Panel, PanelNone } from '../panel/panel.tsx'

export const KIND_LABELS: Readonly<Record<DayMovement['kind'], string>> = {
  payment: '收款',
  refund: '退款',
  refund_failed: '退款退回',
  dispute: '争议扣款',
  dispute_won: '争议退回',
}

const SETTLED = [
  { head: '结算货币' },
  { head: '支付平台手续费', className: 'right' },
  { head: '到账净额', className: 'right' },
]
const CHANGES = [
  { head: '项目' },
  { head: '关账时', className: 'right' },
  { head: '现在', className: 'right' },
]

/** The figures that were written down when the day was closed, and what has changed since. */
export function ClosedDay({ books, actions }: { books: Day; actions: ActionStarter }) {
  const { day, today, closed, sums } = books
  const isOver = day < today
  return (
    <Panel
      title="关账"
      aside={
        closed === null &&
        isOver && (
          <ActionButton actions={actions} command="books close" given={{ day }} isComplete>
            关账
          </ActionButton>
        )
      }
    >
      {closed === null ? (
        <PanelNone>
          {isOver ? '这一天还没有关账。关账后，之后的变动会单独标出。' : '当天结束后可以关账。'}
        </PanelNone>
      ) : (
        <>
          <div className="panel-body">
            <p>
              {closed.closedBy} 于 <DayTime iso={closed.closedAt} /> 关账。
            </p>
            <Changed changes={findChanges(closed.sums, sums)} />
          </div>
          {closed.settled.length > 0 && (
            <MiniTable caption="支付平台的结算" columns={SETTLED}>
              {closed.settled.map(({ currency, fees, net }) => (
                <tr key={currency}>
                  <td>{currency.toUpperCase()}</td>
                  <td className="right">
                    <Money amount={fees} currency={currency} />
                  </td>
                  <td className="right">
                    <Money amount={net} currency={currency} />
                  </td>
                </tr>
              ))}
            </MiniTable>
          )}
        </>
      )}
    </Panel>
  )
}

interface Change {
  what: string
  currency: string
  before: number
  now: number
}

function findChanges(before: readonly CurrencySum[], now: readonly CurrencySum[]): Change[] {
  const currencies = [...new Set([...before, ...now].map(({ currency }) => currency))]
  const rows = currencies.flatMap((currency) => {
    const [then, today] = [before, now].map((sums) => sums.find((sum) => sum.currency === currency))
    const kinds = Object.entries(KIND_LABELS).map(([kind, what]): Change => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the labels
      const of = kind as DayMovement['kind']
      return { what, currency, before: then?.[of].amount ?? 0, now: today?.[of].amount ?? 0 }
    })
    return [...kinds, { what: '净额', currency, before: then?.net ?? 0, now: today?.net ?? 0 }]
  })
  return rows.filter((row) => row.before !== row.now)
}

function Changed({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <Notice kind="good">关账后没有变动。</Notice>
  return (
    <>
      <Notice kind="wait">关账后有变动，请核对下列项目。</Notice>
      <MiniTable caption="关账后的变动" columns={CHANGES}>
        {changes.map(({ what, currency, before, now }) => (
          <tr key={`${currency} ${what}`}>
            <td>
              {what}（{currency.toUpperCase()}）
            </td>
            <td className="right">
              <Money amount={before} currency={currency} />
            </td>
            <td className="right">
              <Money amount={now} currency={currency} />
            </td>
          </tr>
        ))}
      </MiniTable>
    </>
  )
}
