/** The number of decimal digits of this currency. */
export function minorDigits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}

/** A typed amount in minor units; undefined when it is no amount. */
export function toMinorUnits(text: string, currency: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,8})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  const digits = minorDigits(currency)
  if (whole === undefined || part.length > digits) return undefined
  return Number(whole + part.padEnd(digits, '0'))
}
