import {
  type CurrencySum,
  type Day,
  type DayMovement,
  readDay,
} from '#contract/console/figures/books.ts'
import { searchOf } from '#web/lib/href.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ExportActions } from '../list/export-button.tsx'
import { ClosedDay, KIND_LABELS } from './closed-day.tsx'
import { DayChecks } from './day-checks.tsx'
import { DayChoice } from './day-choice.tsx'
import { DayMovements } from './day-movements.tsx'
import { formatCredit } from '#web/lib/format/money.ts'
import { Money } from '#web/ui/display/money.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { MiniTable, Panel, PanelNone } from '../panel/panel.tsx'

/** The close of a day: its sums, what they are compared with, and each movement. The day is in the address. */
export function BooksPage() {
  const { day: asked = '', after = '' } = useQuery()
  useTitle('日结')
  const input = { day: asked || undefined, after: after || undefined }
  const load = useLoad(searchOf(input), (signal) =>
    callConsole(readDay, input, { signal, isQuiet: true }),
  )
  const { data } = load
  const actions = useActionDialog(load.reload)
  return (
    <>
      <header className="op-head">
        <h1>日结</h1>
        <p>一天从 0 点到 24 点，按商店的时区。</p>
        {data && !load.error && <ExportActions list="day" filter={{ day: data.day }} />}
      </header>
      <DayChoice day={asked || data?.day} today={data?.today} />
      <Loaded load={load} what="日结" lines={12}>
        {(books) => (
          <>
            <DaySums books={books} />
            <div className="columns">
              <DayChecks key={books.day} books={books} />
              <DayMethods books={books} />
            </div>
            <ClosedDay books={books} actions={actions} />
            <DayMovements books={books} isFirst={after === ''} />
          </>
        )}
      </Loaded>
      {actions.dialog}
    </>
  )
}

/** Rare ones are shown where there are any. */
const KINDS: readonly { kind: DayMovement['kind']; isRare?: true }[] = [
  { kind: 'payment' },
  { kind: 'refund' },
  { kind: 'refund_failed', isRare: true },
  { kind: 'dispute' },
  { kind: 'dispute_won' },
]

/** A strip of sums for each currency. */
function DaySums({ books: { day, sums } }: { books: Day }) {
  if (sums.length === 0)
    return (
      <section className="panel" aria-label="合计">
        <Empty heading="h2" title={`${day} 没有收款，也没有退款`}>
          付款成功、退款和争议发生后会记在当天。
        </Empty>
      </section>
    )
  return (
    <section className="day-sums" aria-label="合计">
      {sums.map((sum) => (
        <CurrencySums key={sum.currency} sum={sum} />
      ))}
    </section>
  )
}

function CurrencySums({ sum }: { sum: CurrencySum }) {
  const { currency, net } = sum
  return (
    <dl className="day-figures" aria-label={currency.toUpperCase()}>
      {KINDS.filter(({ kind, isRare }) => !isRare || sum[kind].count > 0).map(({ kind }) => (
        <div key={kind} data-none={sum[kind].count === 0 ? '' : undefined}>
          <dt>{KIND_LABELS[kind]}</dt>
          <dd>
            <Money amount={sum[kind].amount} currency={currency} />
            <small>{formatCredit(sum[kind].count)} 笔</small>
          </dd>
        </div>
      ))}
      <div data-net="">
        <dt>净额</dt>
        <dd>
          <Money amount={net} currency={currency} />
          <small>{currency.toUpperCase()}</small>
        </dd>
      </div>
    </dl>
  )
}

const COLUMNS = [
  { head: '方式' },
  { head: '笔数', className: 'right' },
  { head: '金额', className: 'right' },
]

/** Payments by method. */
function DayMethods({ books: { methods } }: { books: Day }) {
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
