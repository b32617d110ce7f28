import { type ConsoleAlert, listAlerts } from '#contract/console/alerts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { callConsole } from '../lib/call.ts'
import { orderHref } from '../lib/console-href.ts'
import { ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { DayTime } from '../panel/cells.tsx'

/** What the operator was alerted to. */
export function AlertsPage() {
  return (
    <ListPage
      path="/alerts"
      title="运营提醒"
      read={(_, before, options) => callConsole(listAlerts, { before }, options)}
      rows={({ alerts }) => alerts}
      caption="运营提醒，最近的在上面"
      note="最近 30 天里需要关注的事项，同一件事合成一行。"
      keyOf={({ kind, about, firstAt }) => `${kind} ${about} ${firstAt}`}
      columns={() => COLUMNS}
      empty={{
        title: '没有提醒',
        text: '金额不符、对账有差异或定时任务连续失败时，会出现在这里。',
      }}
    />
  )
}

const COLUMNS: readonly RowColumn<ConsoleAlert>[] = [
  { head: '最近一次', cell: 'n-time', draw: ({ lastAt }) => <DayTime iso={lastAt} /> },
  { head: '事项', cell: 'n-lead', draw: ({ title }) => <b>{title}</b> },
  {
    head: '对象',
    cell: 'n-who',
    text: ({ about }) => about,
    draw: ({ about, orderNo }) =>
      orderNo === null ? (
        about
      ) : (
        <Link className="number" to={orderHref(orderNo)} data-row>
          {orderNo}
        </Link>
      ),
  },
  { head: '原因', cell: 'n-text grows', text: ({ reason }) => reason },
  { head: '次数', className: 'right', cell: 'n-sum', draw: ({ times }) => times },
]
