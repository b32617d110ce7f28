import type { MoneyFigures } from '#contract/console/figures/figures.ts'
import { formatMoney } from '#web/lib/format/money.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { DayTable } from '../chart/day-table.tsx'
import { RevenueChart } from '../chart/revenue-chart.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import { netOf } from './money-text.ts'

/** 30 days of the shop's own currency; other currencies have sums of their own. */
export function RevenuePanel({ money: { days, takenAt } }: { money: MoneyFigures }) {
  const { timeZone } = useConsoleSite()
  const { currency } = days[0]!
  const own = days.filter((day) => day.currency === currency)
  const others = [...new Set(days.map((day) => day.currency))].slice(1)
  const sumOf = (wanted: string) =>
    days.filter((day) => day.currency === wanted).reduce((all, day) => all + netOf(day), 0)
  return (
    <section className="panel w-7 chart-panel" aria-labelledby="revenue">
      <header className="panel-head">
        <h2 id="revenue">30 天净收</h2>
        {others.length > 0 && (
          <span className="faint">
            另有 {others.map((each) => formatMoney(sumOf(each), each)).join('、')} 未折算
          </span>
        )}
        <strong className="end number">{formatMoney(sumOf(currency), currency)}</strong>
      </header>
      <div className="panel-body">
        <RevenueChart days={own} until={formatTime(takenAt, 'clock', timeZone)} />
        <DayTable days={own} />
        {others.map((each) => (
          <div key={each}>
            <p className="faint">{each.toUpperCase()}</p>
            <DayTable days={days.filter((day) => day.currency === each)} />
          </div>
        ))}
      </div>
    </section>
  )
}
