import type { Debtor, listDebtors } from '#contract/console/credit.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { Credit } from '#web/ui/display/money.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { ListFoot } from '../list/list-foot.tsx'
import { type RowColumn, RowsTable } from '../list/row-table.tsx'
import { ViewLink, Views } from '../list/views.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { PersonLink } from './person-link.tsx'

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

export function Debtors({ page: { debtors, next }, order, before }: DebtorsProps) {
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
