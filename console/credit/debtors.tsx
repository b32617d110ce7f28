import type { Debtor, listDebtors } from '#contract/console/credit.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { Credit } from '#web/ui/display/money.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { ListFoot } from '../list/list-foot.tsx'
import { type Column, RowTable } from '../list/row-table.tsx'
import { ViewLink, Views } from '../list/views.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { PersonLink } from './person-link.tsx'

const COLUMNS: readonly Column[] = [
  { head: '用户' },
  { head: '欠的积分', className: 'right' },
  { head: '第一次欠' },
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
      <RowTable caption="欠积分的用户" columns={COLUMNS}>
        {debtors.map((debtor) => (
          <DebtorRow key={debtor.userId} debtor={debtor} />
        ))}
      </RowTable>
      <ListFoot
        path="/credit"
        filter={order === 'newest' ? { order } : {}}
        before={before}
        next={next}
      />
    </>
  )
}

function DebtorRow({ debtor }: { debtor: Debtor }) {
  return (
    <tr>
      <td className="n-lead cut grows">
        <PersonLink person={debtor} isRow />
      </td>
      <td className="right n-sum">
        <Credit credit={debtor.debt} />
      </td>
      <td className="n-time">
        <DayTime iso={debtor.since} />
      </td>
    </tr>
  )
}
