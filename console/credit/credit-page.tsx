import { type Debtor, listDebtors, readCreditLiability } from '#contract/console/credit.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { Credit } from '#web/ui/display/money.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useRefresh } from '../home/use-refresh.ts'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { MiniTable, Panel, Strip } from '../panel/panel.tsx'
import { CreditViews } from './credit-views.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { ListFoot } from '../list/list-foot.tsx'
import { type RowColumn, RowsTable } from '../list/row-table.tsx'
import { ViewLink, Views } from '../list/views.tsx'
import { DayTime } from '../panel/cells.tsx'
import { PersonLink } from './person-link.tsx'
import { formatCredit } from '#web/lib/format/money.ts'
import { Meter } from '../chart/meter.tsx'

/** What is owed to customers, and what some of them owe. */
export function CreditPage() {
  const query = useQuery()
  const { timeZone } = useConsoleSite()
  useTitle('积分')
  const liability = useLoad('liability', (signal) =>
    callConsole(readCreditLiability, {}, { signal, isQuiet: true }),
  )
  useRefresh(liability.reload, liability.data?.isRenewing ?? false)
  const order = query['order'] === 'newest' ? 'newest' : 'largest'
  const { before } = query
  const debtors = useLoad(`${order} ${before}`, (signal) =>
    callConsole(listDebtors, { order, before }, { signal, isQuiet: true }),
  )
  return (
    <>
      <header className="op-head">
        <h1>积分</h1>
        <p>
          {liability.data === undefined
            ? '欠用户的积分，和用户欠的积分。'
            : `截至 ${formatTime(liability.data.credit.takenAt, 'clock', timeZone)}`}
        </p>
      </header>
      <CreditViews />
      <Loaded load={liability} what="积分" lines={8}>
        {({ credit, ages }) => (
          <>
            <Strip
              rows={[
                ['欠用户', <Credit key="owed" credit={credit.owed} />],
                ['其中可用', <Credit key="free" credit={credit.owed - credit.held} />],
                ['其中预留', <Credit key="held" credit={credit.held} />],
                ['用户欠的', <Credit key="debt" credit={credit.debt} />],
                ['欠积分的用户', `${credit.debtors} 位`],
              ]}
            />
            <div className="columns">
              <AgePanel
                title="按到期时间"
                parts={[
                  ['30 天内', credit.within30],
                  ['31–90 天', credit.within90],
                  ['91–180 天', credit.within180],
                  ['181–365 天', credit.within365],
                  ['一年以后', credit.later],
                  ['不会到期', credit.never],
                ]}
              />
              <AgePanel
                title="按发放时间"
                parts={[
                  ['30 天内', ages.within30],
                  ['31–90 天前', ages.within90],
                  ['91–180 天前', ages.within180],
                  ['181–365 天前', ages.within365],
                  ['一年以前', ages.older],
                ]}
              />
            </div>
          </>
        )}
      </Loaded>
      <section className="panel list-panel" aria-labelledby="debtors" aria-busy={debtors.isLoading}>
        <header className="panel-head">
          <h2 id="debtors">欠积分的用户</h2>
        </header>
        <Loaded load={debtors} what="欠积分的用户" lines={4}>
          {(page) => <Debtors page={page} order={order} before={before} />}
        </Loaded>
      </section>
      <p className="faint">
        购买的积分被退款扣回，或使用超出余额，用户就欠积分；以后到账的积分先补上。
      </p>
    </>
  )
}

const COLUMNS: readonly RowColumn<Debtor>[] = [
  {
    head: '用户',
    cell: 'n-lead cut grows',
    draw: (debtor) => <PersonLink person={debtor} isRow />,
  },
  {
    head: '欠的积分',
    className: 'right',
    cell: 'n-sum',
    draw: ({ debt }) => <Credit credit={debt} />,
  },
  { head: '第一次欠', cell: 'n-time', draw: ({ since }) => <DayTime iso={since} /> },
]

interface DebtorsProps {
  page: OutputOf<typeof listDebtors>
  order: 'largest' | 'newest'
  before: string | undefined
}

function Debtors({ page: { debtors, next }, order, before }: DebtorsProps) {
  if (debtors.length === 0 && before === undefined)
    return (
      <Empty heading="h3" title="没有人欠积分">
        余额低于 0 的用户会出现在这里。
      </Empty>
    )
  return (
    <>
      <Views label="顺序">
        <ViewLink to={consoleHref('/credit')} isCurrent={order === 'largest'}>
          欠得最多
        </ViewLink>
        <ViewLink to={consoleHref('/credit', { order: 'newest' })} isCurrent={order === 'newest'}>
          最近欠的
        </ViewLink>
      </Views>
      <RowsTable
        caption="欠积分的用户"
        columns={COLUMNS}
        rows={debtors}
        keyOf={({ userId }) => userId}
      />
      <ListFoot
        path="/credit"
        filter={order === 'newest' ? { order } : {}}
        before={before}
        next={next}
      />
    </>
  )
}

interface AgePanelProps {
  title: string
  parts: readonly (readonly [label: string, credit: number])[]
}

/** Parts of what is owed, with a bar for each. */
function AgePanel({ title, parts }: AgePanelProps) {
  const total = parts.reduce((sum, [, credit]) => sum + credit, 0)
  return (
    <Panel title={title}>
      <MiniTable
        caption={`欠用户的积分，${title}`}
        columns={[
          { head: '时间' },
          { head: '图', isUnseen: true },
          { head: '积分', className: 'right' },
          { head: '占比', className: 'right' },
        ]}
      >
        {parts.map(([label, credit]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="age-bar">
              <Meter parts={[{ tone: 'bar', value: credit }]} total={total} />
            </td>
            <td className="right number">{formatCredit(credit)}</td>
            <td className="right number">{shareText(credit, total)}</td>
          </tr>
        ))}
      </MiniTable>
    </Panel>
  )
}

function shareText(credit: number, total: number): string {
  if (credit === 0) return '–'
  const share = (credit / total) * 100
  return share < 1 ? '< 1%' : `${Math.round(share)}%`
}
