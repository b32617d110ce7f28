import { formatTime } from './time.ts'

export interface Lot {
  amount: number
  /** Null = for ever. */
  expiresAt: string | null
}

/** Lots as one counts them, by the day of the site's clock on which they end, the soonest first. */
export function lotsByDay(lots: readonly Lot[], timeZone: string): Lot[] {
  const days = new Map<string | null, Lot>()
  for (const lot of lots.toSorted((a, b) => endOf(a) - endOf(b))) {
    const day = lot.expiresAt && formatTime(lot.expiresAt, 'date', timeZone)
    const same = days.get(day)
    days.set(day, same ? { ...same, amount: same.amount + lot.amount } : lot)
  }
  return [...days.values()]
}

export function sumOf(lots: readonly Lot[]): number {
  return lots.reduce((sum, { amount }) => sum + amount, 0)
}

/** When a lot ends, in milliseconds since 1970. */
export function endOf({ expiresAt }: Lot): number {
  return expiresAt === null ? Infinity : Date.parse(expiresAt)
}
