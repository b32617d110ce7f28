import type { ChartDay } from '#contract/console/figures/figures.ts'
import { formatMoney } from '#web/lib/format/money.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { weekdayOf } from './chart-scale.ts'

/** The numbers of the chart, newest day first. */
export function DayTable({ days }: { days: readonly ChartDay[] }) {
  const { currency } = days[0]!
  const money = (amount: number) => (amount === 0 ? '–' : formatMoney(amount, currency))
  const sum = (of: (day: ChartDay) => number) => days.reduce((all, day) => all + of(day), 0)
  const [received, reversed] = [sum((day) => day.received), sum((day) => day.reversed)]
  return (
    <details className="chart-data">
      <summary>
        查看每日数据
        <Icon name="down" />
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls has to be in reach of the keyboard */}
      <div tabIndex={0} role="region" aria-label="按天的表格">
        <table>
          <caption className="unseen">最近 {days.length} 天净收</caption>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">订单</th>
              <th scope="col">实收</th>
              <th scope="col">退款与争议</th>
              <th scope="col">净收</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map((day) => {
              const span = { from: day.day, to: day.day }
              return (
                <tr key={day.day}>
                  <th scope="row">
                    <Link to={consoleHref('/orders', { by: 'paid', ...span })}>
                      {day.day} {weekdayOf(day.day)}
                    </Link>
                  </th>
                  <td>{day.orders}</td>
                  <td>{money(day.received)}</td>
                  <td>
                    {day.reversed === 0 ? (
                      '–'
                    ) : (
                      <Link to={consoleHref('/orders', { by: 'reversed', ...span })}>
                        {money(day.reversed)}
                      </Link>
                    )}
                  </td>
                  <td>{money(day.received - day.reversed)}</td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">合计</th>
              <td>{sum((day) => day.orders)}</td>
              <td>{money(received)}</td>
              <td>{money(reversed)}</td>
              <td>{money(received - reversed)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  )
}
