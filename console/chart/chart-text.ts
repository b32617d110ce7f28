import { formatMoney } from '#web/lib/format/money.ts'

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
