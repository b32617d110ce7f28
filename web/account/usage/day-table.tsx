import { formatCredit } from '../../lib/format/money.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { ChartData } from './chart-data.ts'

/** The numbers of the chart, newest day first. */
export function DayTable({ data: { days, tools, charged, reversed } }: { data: ChartData }) {
  const hasReversed = reversed > 0
  return (
    <details className="chart-data">
      <summary>
        按天查看
        <Icon name="down" />
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls has to be in reach of the keyboard */}
      <div tabIndex={0} role="region" aria-label="按天的表格">
        <table>
          <caption className="unseen">每天各工具的扣费</caption>
          <thead>
            <tr>
              <th scope="col">日期</th>
              {tools.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">合计</th>
              {hasReversed && <th scope="col">退回</th>}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row">{day.day}</th>
                {tools.map(({ id }, at) => (
                  <td key={id}>{numberOf(day.parts[at] ?? 0)}</td>
                ))}
                <td>{numberOf(day.charged)}</td>
                {hasReversed && <td>{numberOf(day.reversed)}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">合计</th>
              {tools.map(({ id, charged: sum }) => (
                <td key={id}>{formatCredit(sum)}</td>
              ))}
              <td>{formatCredit(charged)}</td>
              {hasReversed && <td>{formatCredit(reversed)}</td>}
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  )
}

function numberOf(credit: number): string {
  return credit === 0 ? '–' : formatCredit(credit)
}
