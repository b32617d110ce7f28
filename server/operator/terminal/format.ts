import * as local from '../../local-time.ts'

/** `2026-08-01 12:30:05` by the shop's clock; `—` when it has not happened. */
export function timeText(time: Date | null, timeZone: string): string {
  return time === null ? '—' : local.timeText(time, timeZone)
}

/** The minor units of `19.90`; null for anything that is no positive sum of this currency. */
export function minorUnits(text: string, currency: string): number | null {
  const digits = digitsOf(currency)
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || part.length > digits) return null
  const amount = Number(whole + part.padEnd(digits, '0'))
  return amount > 0 ? amount : null
}

const COUNT = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 })

export function countText(count: number): string {
  return COUNT.format(count)
}

/** A movement: `+2,000` or `−96`. */
export function changeText(change: number): string {
  return `${change < 0 ? '−' : '+'}${COUNT.format(Math.abs(change))}`
}

function digitsOf(currency: string): number {
  const format = new Intl.NumberFormat('zh-CN', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
