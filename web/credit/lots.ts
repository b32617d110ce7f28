import { formatTime } from '../lib/format/time.ts'

export interface ExpiringLot {
  amount: number
  /** Null: never. */
  expiresAt: string | null
}

/** Adds up lots that expire on the same day in the site's time zone; soonest first. */
export function groupLotsByDay(lots: readonly ExpiringLot[], timeZone: string): ExpiringLot[] {
  const days = new Map<string | null, ExpiringLot>()
  for (const lot of lots.toSorted((a, b) => lotEnd(a) - lotEnd(b))) {
    const day = lot.expiresAt && formatTime(lot.expiresAt, 'date', timeZone)
    const same = days.get(day)
    days.set(day, same ? { ...same, amount: same.amount + lot.amount } : lot)
  }
  return [...days.values()]
}

export function sumLots(lots: readonly ExpiringLot[]): number {
  return lots.reduce((sum, { amount }) => sum + amount, 0)
}

/** Expiry of a lot in milliseconds since 1970; Infinity for none. */
export function lotEnd({ expiresAt }: ExpiringLot): number {
  return expiresAt === null ? Infinity : Date.parse(expiresAt)
}
