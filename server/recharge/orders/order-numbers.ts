import { randomInt } from 'node:crypto'
import { dayText } from '../../local-time.ts'

const RANDOM_DIGITS = 10

/**
 * A number that people read out to support: the shop's calendar day and ten digits nobody can guess.
 * Unique by the database's constraint alone; who meets a taken one makes another.
 */
export function newOrderNo(now: Date, timeZone: string): string {
  const day = dayText(now, timeZone).replaceAll('-', '')
  const random = randomInt(10 ** RANDOM_DIGITS)
  return day + String(random).padStart(RANDOM_DIGITS, '0')
}
