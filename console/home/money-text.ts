import type { MoneySum } from '#contract/console/figures/figures.ts'
import { formatMoney } from '#web/lib/format/money.ts'

export function netOf({ received, reversed }: Pick<MoneySum, 'received' | 'reversed'>): number {
  return received - reversed
}

/** “另有 US$24.00”: nets of the other currencies, which are never added to the first; '' for none. */
export function othersText(money: readonly MoneySum[]): string {
  const others = money.slice(1).filter((sum) => sum.orders > 0 || sum.reversed !== 0)
  if (others.length === 0) return ''
  return `另有 ${others.map((sum) => formatMoney(netOf(sum), sum.currency)).join('、')}`
}

/** A share as 85.1%; a dash of nothing. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`
}

/** How two numbers differ, in words with a sign, and whether it is a rise. */
export function differenceText(
  now: number,
  before: number,
): { text: string; kind: 'good' | 'bad' | undefined } {
  if (now === before) return { text: '持平', kind: undefined }
  const sign = now > before ? '+' : '−'
  return { text: `${sign}${Math.abs(now - before)}`, kind: now > before ? 'good' : 'bad' }
}

/** The same in per cent; without a former value the difference has none. */
export function changeText(
  now: number,
  before: number,
): { text: string; kind: 'good' | 'bad' | undefined } {
  if (now === before) return { text: '持平', kind: undefined }
  const kind = now > before ? 'good' : 'bad'
  if (before <= 0) return { text: now > before ? '高于' : '低于', kind }
  const share = (Math.abs(now - before) / before) * 100
  const shown = share >= 1000 ? share.toFixed(0) : share.toFixed(1)
  return { text: `${now > before ? '+' : '−'}${shown}%`, kind }
}
