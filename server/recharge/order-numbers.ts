import { randomInt } from 'node:crypto'

const RANDOM_DIGITS = 10

/**
 * A number that people read out to support: the shop's calendar day and ten digits nobody can guess.
 * Unique by the database's constraint alone; who meets a taken one makes another.
 */
export function newOrderNo(now: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
  const random = randomInt(10 ** RANDOM_DIGITS)
  return day.replaceAll('-', '') + String(random).padStart(RANDOM_DIGITS, '0')
}
