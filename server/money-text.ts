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
