/** An amount in minor units as text: `¥19.90`. */
export function moneyText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('zh-CN', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** An amount in minor units as a plain number in major units: `-19.90`. */
export function majorUnits(amount: number, currency: string): string {
  const digits = digitsOf(currency)
  const text = String(Math.abs(amount)).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const sign = amount < 0 ? '-' : ''
  return digits === 0 ? sign + whole : `${sign}${whole}.${text.slice(-digits)}`
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

/** A number of credits or of rows: `12,000`. */
export function countText(count: number): string {
  return COUNT.format(count)
}

/** A movement of credit: `+2,000` or `−96`. */
export function changeText(change: number): string {
  return `${change < 0 ? '−' : '+'}${COUNT.format(Math.abs(change))}`
}

const digitsByCurrency = new Map<string, number>()

function digitsOf(currency: string): number {
  let digits = digitsByCurrency.get(currency)
  if (digits === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    digits = format.resolvedOptions().maximumFractionDigits ?? 2
    digitsByCurrency.set(currency, digits)
  }
  return digits
}
