import { useState } from 'react'
import { formatCredit } from '../../lib/format/money.ts'
import { type ChartData, type ChartDay, scaleEnd } from './chart-data.ts'

/** Width of a day and height of the plot in units of the drawing, which is stretched to its box. */
const DAY = 10
const HEIGHT = 100
const QUARTERS = [0, 1, 2, 3, 4] as const
/** Days with a label below the plot, at most. */
const LABELS = 5

/** What was charged each day, stacked by tool. A pointer or the slider chooses the day that is read out. */
export function UsageChart({ data: { days, tools } }: { data: ChartData }) {
  const [shown, setShown] = useState(days.length - 1)
  const end = scaleEnd(Math.max(0, ...days.map(({ charged }) => charged)))
  const current = days[shown]!
  const names = tools.map(({ name }) => name)

  return (
    <>
      <div className="chart-say">
        <ul className="legend">
          {tools.map(({ id, name, charged }, at) => (
            <li key={id}>
              <svg className="swatch" viewBox="0 0 10 10" aria-hidden="true">
                <rect data-tone={at + 1} width="10" height="10" />
              </svg>
              {name} <b>{formatCredit(charged)}</b>
            </li>
          ))}
        </ul>
        <p className="readout" aria-hidden="true">
          <strong>
            {dayLabel(current.day)}　{formatCredit(current.charged)}
          </strong>
          {partsOf(current, names).map((part) => (
            <span key={part}>{part}</span>
          ))}
        </p>
      </div>
      <div className="chart">
        <div className="chart-y" aria-hidden="true">
          {QUARTERS.map((quarter) => (
            <span key={quarter}>{formatCredit((end * (4 - quarter)) / 4)}</span>
          ))}
        </div>
        <div className="chart-plot">
          <svg
            viewBox={`0 0 ${days.length * DAY} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {QUARTERS.map((quarter) => (
              <path
                key={quarter}
                className={quarter === 4 ? 'chart-base' : 'chart-line'}
                d={`M0 ${quarter * 25}H${days.length * DAY}`}
              />
            ))}
            {days.map((day, at) => (
              <g
                key={day.day}
                className={at === shown ? 'chart-bar is-shown' : 'chart-bar'}
                onPointerEnter={() => setShown(at)}
              >
                <rect className="chart-hit" x={at * DAY} width={DAY} height={HEIGHT} />
                {stackOf(day.parts, end).map(({ tone, y, height }) => (
                  <rect
                    key={tone}
                    data-tone={tone}
                    x={at * DAY + DAY * 0.15}
                    width={DAY * 0.7}
                    y={y}
                    height={height}
                  />
                ))}
              </g>
            ))}
          </svg>
        </div>
        <input
          className="chart-slider"
          type="range"
          aria-label="按天查看扣费"
          aria-valuetext={[
            `${dayLabel(current.day)}，共 ${formatCredit(current.charged)}`,
            ...partsOf(current, names),
          ].join('，')}
          max={days.length - 1}
          value={shown}
          onChange={({ currentTarget }) => setShown(Number(currentTarget.value))}
        />
        <ul className="chart-x" aria-hidden="true">
          {labelsOf(days).map(({ day }) => (
            <li key={day}>{day.slice(5)}</li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** The boxes of a day from the bottom up. */
function stackOf(parts: readonly number[], end: number) {
  const boxes: { tone: number; y: number; height: number }[] = []
  let y = HEIGHT
  for (const [at, part] of parts.entries()) {
    if (part === 0) continue
    const height = (part / end) * HEIGHT
    y -= height
    boxes.push({ tone: at + 1, y, height })
  }
  return boxes
}

function partsOf({ parts, reversed }: ChartDay, names: readonly string[]): string[] {
  const texts = parts.flatMap((part, at) =>
    part > 0 ? [`${names[at] ?? ''} ${formatCredit(part)}`] : [],
  )
  return reversed > 0 ? [...texts, `退回 ${formatCredit(reversed)}`] : texts
}

/** 2026-11-06 as 11 月 6 日. */
function dayLabel(day: string): string {
  return `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日`
}

/** Some days at equal distances, the first and the last among them. */
function labelsOf(days: readonly ChartDay[]): ChartDay[] {
  const count = Math.min(LABELS, days.length)
  const steps = Math.max(1, count - 1)
  return Array.from(
    { length: count },
    (_, at) => days[Math.round((at * (days.length - 1)) / steps)]!,
  )
}
