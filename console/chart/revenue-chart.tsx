import { type ReactNode, useState } from 'react'
import type { ChartDay } from '#contract/console/figures/figures.ts'
import { formatMoney } from '#web/lib/format/money.ts'
import { Link } from '#web/lib/router/link.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { DaySlider } from './day-slider.tsx'
import { chartBox, chartScale, dayLabel, tickText } from './chart-scale.ts'

/** Width of a day and height of the plot in units of the drawing, which is stretched to its box. */
const DAY = 10
const HEIGHT = 100
/** Days between two labels below the plot. */
const LABEL_EVERY = 7

interface RevenueChartProps {
  /** Of one currency, oldest first; the last one is today. */
  days: readonly ChartDay[]
  /** The time until which today counts. */
  until: string
}

/** Net of each day, and what left. A pointer or the slider chooses the day that is read out. */
export function RevenueChart({ days, until }: RevenueChartProps) {
  const last = days.length - 1
  const [chosen, setChosen] = useState<number | null>(null)
  const shown = Math.min(chosen ?? last, last)
  const day = days[shown]!
  const nets = days.map(({ received, reversed }) => received - reversed)
  const scale = chartScale([...nets, ...days.map(({ received }) => received)])
  const width = days.length * DAY
  const texts = textsOf(day)
  return (
    <>
      <div className="chart-say">
        <ul className="legend">
          <LegendItem tone="bar">净收</LegendItem>
          <LegendItem tone="now">今天，到 {until}</LegendItem>
          <LegendItem tone="back">退款与争议</LegendItem>
        </ul>
        <p className="readout">
          <Link to={consoleHref('/orders', { by: 'paid', from: day.day, to: day.day })}>
            {dayLabel(day.day)}
          </Link>
          {texts.map((text) => (
            <span key={text} className="number">
              {text}
            </span>
          ))}
        </p>
      </div>
      <div className="chart">
        <div className="chart-y" aria-hidden="true">
          {scale.ticks.map((tick, at) => (
            <span key={tick}>{tickText(tick, day.currency, at === 0)}</span>
          ))}
        </div>
        <div className="chart-plot">
          <svg viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            {scale.ticks.map((tick) => (
              <path
                key={tick}
                className={tick === 0 ? 'chart-base' : 'chart-line'}
                d={`M0 ${chartBox(scale, tick, tick, HEIGHT).y}H${width}`}
              />
            ))}
            {days.map(({ day: date, received, reversed }, at) => (
              <g
                key={date}
                className={at === shown ? 'chart-bar is-shown' : 'chart-bar'}
                onPointerEnter={() => setChosen(at)}
              >
                <rect className="chart-hit" x={at * DAY} width={DAY} height={HEIGHT} />
                {nets[at] !== 0 && (
                  <rect
                    className={at === last ? 'tone-now' : 'tone-bar'}
                    x={at * DAY + 1.5}
                    width={7}
                    {...chartBox(scale, 0, nets[at]!, HEIGHT)}
                  />
                )}
                {reversed > 0 && received > 0 && (
                  <rect
                    className="tone-back"
                    x={at * DAY + 1.5}
                    width={7}
                    {...chartBox(scale, Math.max(0, nets[at]!), received, HEIGHT)}
                  />
                )}
              </g>
            ))}
          </svg>
        </div>
        <DaySlider
          label="逐天查看净收"
          days={days}
          shown={shown}
          texts={texts}
          onShow={setChosen}
          hasLabel={(at) => at % LABEL_EVERY === 0 && at + LABEL_EVERY <= last}
        />
      </div>
    </>
  )
}

function LegendItem({ tone, children }: { tone: string; children: ReactNode }) {
  return (
    <li>
      <svg className="swatch" viewBox="0 0 10 10" aria-hidden="true">
        <rect className={`tone-${tone}`} width="10" height="10" />
      </svg>
      {children}
    </li>
  )
}

function textsOf({ currency, orders, received, reversed }: ChartDay): string[] {
  const texts = [`净收 ${formatMoney(received - reversed, currency)}`, `${orders} 单`]
  return reversed === 0 ? texts : [...texts, `退款与争议 ${formatMoney(reversed, currency)}`]
}
