import { type ConsoleAlert, listAlerts } from '#contract/console/alerts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { orderHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ListFoot } from '../list/list-foot.tsx'
import { RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'

const COLUMNS = [
  { head: '最近一次' },
  { head: '事项' },
  { head: '对象' },
  { head: '原因' },
  { head: '次数', className: 'right' },
]

/** What the operator was alerted to, newest first. */
export function AlertsPage() {
  useTitle('运营提醒')
  const { before } = useQuery()
  const load = useLoad(`alerts ${before ?? ''}`, (signal) =>
    callConsole(listAlerts, { before }, { signal, isQuiet: true }),
  )
  return (
    <>
      <header className="op-head">
        <h1>运营提醒</h1>
        <p>最近 30 天里需要人看的事，同一件事合成一行。</p>
      </header>
      <section className="panel list-panel" aria-label="运营提醒" aria-busy={load.isLoading}>
        <Loaded load={load} what="运营提醒" lines={8}>
          {({ alerts, next }) => (
            <>
              {alerts.length === 0 ? (
                <Empty heading="h2" title="没有提醒">
                  金额不符、对账有差异或定时任务连续失败时，会出现在这里。
                </Empty>
              ) : (
                <RowTable caption="运营提醒，最近的在上面" columns={COLUMNS}>
                  {alerts.map((alert) => (
                    <AlertRow key={`${alert.kind} ${alert.about} ${alert.firstAt}`} alert={alert} />
                  ))}
                </RowTable>
              )}
              <ListFoot path="/alerts" filter={{}} before={before} next={next} />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}

function AlertRow({
  alert: { title, about, orderNo, reason, times, lastAt },
}: {
  alert: ConsoleAlert
}) {
  return (
    <tr>
      <td className="n-time">
        <DayTime iso={lastAt} />
      </td>
      <td className="n-lead">
        <b>{title}</b>
      </td>
      <td className="n-who cut" title={about}>
        {orderNo === null ? (
          about
        ) : (
          <Link className="number" to={orderHref(orderNo)} data-row>
            {orderNo}
          </Link>
        )}
      </td>
      <td className="n-text cut grows" title={reason ?? undefined}>
        {reason ?? <span className="faint dash">–</span>}
      </td>
      <td className="n-sum right">{times}</td>
    </tr>
  )
}
