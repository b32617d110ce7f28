/** An amount in minor units as text: `¥19.90`. */
export function moneyText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('zh-CN', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
