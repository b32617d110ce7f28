import type { ReactNode } from 'react'
import { dayLabel } from './chart-scale.ts'

interface DaySliderProps {
  label: string
  days: readonly { day: string }[]
  /** The day that is shown, by its place, and what is said of it. */
  shown: number
  texts: readonly string[]
  onShow: (at: number) => void
  /** Whether the day at this place has its date below. */
  hasLabel: (at: number) => boolean
}

/** Below a chart of days: chooses the day whose figures are shown, and the dates of some of them. */
export function DaySlider(props: DaySliderProps): ReactNode {
  const { label, days, shown, texts, onShow, hasLabel } = props
  const last = days.length - 1
  return (
    <>
      <input
        className="chart-slider"
        type="range"
        aria-label={label}
        aria-valuetext={[dayLabel(days[shown]!.day), ...texts].join('，')}
        max={last}
        value={shown}
        onChange={({ currentTarget }) => onShow(Number(currentTarget.value))}
      />
      <ul className="chart-x" aria-hidden="true">
        {days
          .filter((_, at) => hasLabel(at) || at === last)
          .map(({ day }) => (
            <li key={day}>{day === days[last]!.day ? '今天' : day.slice(5)}</li>
          ))}
      </ul>
    </>
  )
}
