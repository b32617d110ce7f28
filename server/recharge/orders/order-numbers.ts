import { randomInt } from 'node:crypto'
import { dayText } from '../../lib/local-time.ts'

const RANDOM_DIGITS = 10

/**
 * A number for people to read out: the shop's calendar day and ten random digits. The database's constraint
 * keeps it unique; after a collision the caller makes another one.
 */
export function newOrderNo(now: Date, timeZone: string): string {
  const day = dayText(now, timeZone).replaceAll('-', '')
  const random = randomInt(10 ** RANDOM_DIGITS)
  return day + String(random).padStart(RANDOM_DIGITS, '0')
}
