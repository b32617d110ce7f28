import { formatMoney } from '#web/lib/format/money.ts'

/** Where a scale begins and ends, and its four or five steps; all of them whole numbers of the smallest unit. */
export interface ChartScale {
  low: number
  high: number
  /** From the top down. */
  ticks: number[]
}

const STEPS = 4
/** The step of a chart without any value: of one hundredth each, its labels would look like sums. */
const EMPTY_STEP = 100

/** A scale of round numbers that holds all values and 0. */
export function chartScale(values: readonly number[]): ChartScale {
  const most = Math.max(0, ...values)
  const least = Math.min(0, ...values)
  const wanted = most === least ? EMPTY_STEP : Math.max(1, (most - least) / (STEPS + 1))
  const step = roundStep(wanted, most, least)
  const low = -Math.ceil(-least / step) * step
  const high = Math.max(Math.ceil(most / step) * step, low + STEPS * step)
  const count = Math.round((high - low) / step)
  const ticks = Array.from({ length: count + 1 }, (_, at) => high - at * step + 0)
  return { low: low + 0, high, ticks }
}

/** The smallest of 1, 2, 2.5, 5 × 10ⁿ of which four to five steps, with 0 at one of them, hold all values. */
function roundStep(wanted: number, most: number, least: number): number {
  for (let unit = 1; ; unit *= 10) {
    for (const factor of [1, 2, 2.5, 5]) {
      const step = unit * factor
      if (!Number.isInteger(step) || step < wanted) continue
      const needed = Math.ceil(most / step) + Math.ceil(-least / step)
      if (needed <= STEPS + 1) return step
    }
  }
}

/** The box between two values in a drawing of this height, measured from the top. */
export function chartBox(
  { low, high }: ChartScale,
  from: number,
  to: number,
  height: number,
): { y: number; height: number } {
  const unit = height / (high - low)
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    y: round((high - Math.max(from, to)) * unit),
    height: round(Math.abs(to - from) * unit),
  }
}

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']

/** 周五 of 2026-11-20. */
export function weekdayOf(day: string): string {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]!
}

/** 2026-11-06 as 11 月 6 日 周五. */
export function dayLabel(day: string): string {
  return `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日 ${weekdayOf(day)}`
}

/** An amount beside a scale: without a fraction that is nothing, and with its sign at the top alone. */
export function tickText(amount: number, currency: string, hasSign: boolean): string {
  const whole = formatMoney(amount, currency).replace(/\.0+$/, '')
  return hasSign ? whole : whole.replace(/[^\d.,−]/g, '')
}
