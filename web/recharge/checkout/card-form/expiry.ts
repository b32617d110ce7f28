import { digitsOf } from './card-number.ts'

export interface Expiry {
  month: number
  /** In full: 2029. */
  year: number
}

/** No card is valid for longer. */
const FURTHEST_YEARS = 50

/** “08 / 29”, while typing and from what a browser fills in (08/2029, 2029-08). */
export function formatExpiry(text: string): string {
  const digits = monthFirst(digitsOf(text.replace(/^\s*(\d)\s*\//, '0$1/')))
  return digits.length <= 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** Undefined while it is not complete. */
export function parseExpiry(text: string): Expiry | undefined {
  const digits = monthFirst(digitsOf(text))
  if (digits.length !== 4) return undefined
  return { month: Number(digits.slice(0, 2)), year: 2000 + Number(digits.slice(2)) }
}

/** The error of an expiry date; '' when valid. A card is valid to the end of its month. */
export function expiryFault(text: string, now: Date): string {
  if (digitsOf(text) === '') return '请输入有效期'
  const expiry = parseExpiry(text)
  if (!expiry) return '有效期不完整，如 08 / 29'
  const { month, year } = expiry
  if (month < 1 || month > 12) return '月份应为 01 到 12'
  const thisYear = now.getFullYear()
  if (year > thisYear + FURTHEST_YEARS) return '有效期不正确，请核对'
  const isPast = year < thisYear || (year === thisYear && month < now.getMonth() + 1)
  return isPast ? '这张卡已经过期' : ''
}

/** At most four digits, the month before the year and always of two digits. */
function monthFirst(digits: string): string {
  const [, year, month] = /^20(\d\d)(0[1-9]|1[0-2])$/.exec(digits) ?? []
  if (year !== undefined && month !== undefined) return month + year
  const full = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const [, start, end] = /^(\d\d)20(\d\d)$/.exec(full) ?? []
  return start !== undefined && end !== undefined ? start + end : full.slice(0, 4)
}
