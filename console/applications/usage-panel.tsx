import type { UsageDay } from '#contract/console/applications.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { weekdayOf } from '../chart/chart-scale.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { ViewLink, Views } from '../list/views.tsx'
import { Panel, PanelNone } from '../panel/panel.tsx'
import { UsageChart } from './usage-chart.tsx'

const PERIODS = [30, 90]

/** What the application used by day, as a chart with its table. */
export function UsagePanel({ days: all }: { days: readonly UsageDay[] }) {
  const query = useQuery()
  const period = query['days'] === '90' ? 90 : 30
  const days = all.slice(-period)
  const isEmpty = days.every(({ charged, reversed }) => charged === 0 && reversed === 0)
  return (
    <Panel
      title="每天使用"
      aside={
        <Views label="时段">
          {PERIODS.map((each) => (
            <ViewLink
              key={each}
              to={consoleHref('/applications/application', {
                id: query['id'],
                days: each === 30 ? undefined : String(each),
              })}
              isCurrent={each === period}
            >
              {each} 天
            </ViewLink>
          ))}
        </Views>
      }
    >
      {isEmpty ? (
        <PanelNone>{period} 天内没有使用积分。</PanelNone>
      ) : (
        <div className="panel-body">
          <UsageChart key={period} days={days} />
          <UsageTable days={days} />
        </div>
      )}
    </Panel>
  )
}

function UsageTable({ days }: { days: readonly UsageDay[] }) {
  return (
    <details className="chart-data">
      <summary>
        查看每日数据
        <Icon name="down" />
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls has to be in reach of the keyboard */}
      <div tabIndex={0} role="region" aria-label="按天的表格">
        <table>
          <caption className="unseen">最近 {days.length} 天使用的积分</caption>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">用户</th>
              <th scope="col">次数</th>
              <th scope="col">使用</th>
              <th scope="col">退回</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, users, charges, charged, reversed }) => (
              <tr key={day}>
                <th scope="row">
                  {day} {weekdayOf(day)}
                </th>
                <td>{formatCredit(users)}</td>
                <td>{formatCredit(charges)}</td>
                <td>{formatCredit(charged)}</td>
                <td>{reversed === 0 ? '–' : formatCredit(reversed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
