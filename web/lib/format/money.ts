/** `amount` in the currency's minor unit as Chinese readers write it: ¥49.90, US$49.90, JP¥500. */
export function formatMoney(amount: number, currency: string): string {
  if (currency === 'cny') return formatYuan(amount)
  const format = formatOf(currency)
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits).replace('-', '−')
}

/** The parts of a price for large type: sign, and the number without it. */
export function moneyParts(amount: number, currency: string): { sign: string; number: string } {
  const whole = formatMoney(amount, currency)
  const sign = /^[^\d]*/.exec(whole)?.[0] ?? ''
  return { sign, number: whole.slice(sign.length) }
}

/** Credit with grouped digits; `isSigned` writes +2,000 and −96. */
export function formatCredit(credit: number, isSigned = false): string {
  const sign = credit < 0 ? '−' : isSigned && credit > 0 ? '+' : ''
  return `${sign}${grouped(Math.abs(credit))}`
}

/** Credit of a plan as it is compared, 20 万; balances and sums keep their digits, so that they can be added up. */
export function formatPlanCredit(credit: number): string {
  return credit < 10_000 || credit % 1_000 !== 0
    ? formatCredit(credit)
    : `${String(credit / 10_000)} 万`
}

/** Like `Intl`, whose set-up takes a phone some 30 ms; most shops use yuan only. */
function formatYuan(amount: number): string {
  const cents = Math.abs(Math.round(amount))
  const sign = amount < 0 ? '−' : ''
  return `${sign}¥${grouped(Math.trunc(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
}

function grouped(count: number): string {
  return String(Math.round(count)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat('zh-CN', { style: 'currency', currency })
  formats.set(currency, made)
  return made
}
