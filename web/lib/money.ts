/** `amount` in the currency's minor unit as Chinese readers write it: ¥49.90, US$49.90, JP¥500. */
export function formatMoney(amount: number, currency: string): string {
  const format = formatOf(currency)
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/** The parts of a price for large type: sign, and the number without it. */
export function moneyParts(amount: number, currency: string): { sign: string; number: string } {
  const whole = formatMoney(amount, currency)
  const sign = /^[^\d]*/.exec(whole)?.[0] ?? ''
  return { sign, number: whole.slice(sign.length) }
}

const COUNT = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 0 })

/** Credit with grouped digits; `isSigned` writes +2,000 and −96. */
export function formatCredit(credit: number, isSigned = false): string {
  const sign = credit < 0 ? '−' : isSigned && credit > 0 ? '+' : ''
  return `${sign}${COUNT.format(Math.abs(credit))}`
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat('zh-CN', { style: 'currency', currency })
  formats.set(currency, made)
  return made
}
