import { useState } from 'react'
import type { UsageDay } from '#contract/console/applications.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { DaySlider } from '../chart/day-slider.tsx'
import { chartBox, chartScale, dayLabel } from '../chart/chart-scale.ts'

/** Width of a day and height of the plot in units of the drawing, which is stretched to its box. */
const DAY = 10
const HEIGHT = 100
const LABELS = 4

/** Credit used on each day. A pointer or the slider chooses the day that is read out. */
export function UsageChart({ days }: { days: readonly UsageDay[] }) {
  const last = days.length - 1
  const [shown, setShown] = useState(last)
  const day = days[shown]!
  const scale = chartScale(days.map(({ charged }) => charged))
  const width = days.length * DAY
  const texts = textsOf(day)
  const labelEvery = Math.ceil(days.length / LABELS)
  return (
    <>
      <div className="chart-say">
        <p className="readout">
          <b>{dayLabel(day.day)}</b>
          {texts.map((text) => (
            <span key={text} className="number">
              {text}
            </span>
          ))}
        </p>
      </div>
      <div className="chart usage-chart">
        <div className="chart-y" aria-hidden="true">
          {scale.ticks.map((tick) => (
            <span key={tick}>{formatCredit(tick)}</span>
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
            {days.map(({ day: date, charged }, at) => (
              <g
                key={date}
                className={at === shown ? 'chart-bar is-shown' : 'chart-bar'}
                onPointerEnter={() => setShown(at)}
              >
                <rect className="chart-hit" x={at * DAY} width={DAY} height={HEIGHT} />
                {charged > 0 && (
                  <rect
                    className={at === last ? 'tone-now' : 'tone-bar'}
                    x={at * DAY + 1.5}
                    width={7}
                    {...chartBox(scale, 0, charged, HEIGHT)}
                  />
                )}
              </g>
            ))}
          </svg>
        </div>
        <DaySlider
          label="逐天查看使用"
          days={days}
          shown={shown}
          texts={texts}
          onShow={setShown}
          hasLabel={(at) => at % labelEvery === 0 && at + labelEvery / 2 <= last}
        />
      </div>
    </>
  )
}

function textsOf({ users, charges, charged, reversed }: UsageDay): string[] {
  const texts = [`使用 ${formatCredit(charged)}`, `${charges} 次`, `${users} 位用户`]
  return reversed === 0 ? texts : [...texts, `退回 ${formatCredit(reversed)}`]
}
