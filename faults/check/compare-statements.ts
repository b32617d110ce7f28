import { createHash } from 'node:crypto'
import type { Application } from '../applications/application.ts'
import type { ApplicationBook } from '../applications/book.ts'

/** Compares the shop's statement of each day with the application's own book, as docs/integrate.md describes it. */
export async function compareStatements({ book, readStatement }: Application): Promise<string[]> {
  const findings: string[] = []
  const { timeZone } = await readStatement('2026-01-01')
  for (const [day, lines] of linesByDay(book, timeZone)) {
    const { sha256, charges, reversals } = await readStatement(day)
    const own = createHash('sha256').update(lines.join('')).digest('hex')
    if (own === sha256) continue
    findings.push(
      `${book.id} on ${day}: ${charges.count} charges and ${reversals.count} reversals, ${lines.length} in its own book`,
    )
  }
  return findings
}

/** The charges of each day in the order of their ids, then its reversals. */
export function linesByDay({ requests }: ApplicationBook, timeZone: string): Map<string, string[]> {
  const days = new Map<string, string[]>()
  const spendings = requests.flatMap(({ kind, user, subject, amount, answer }) => {
    if (answer === null || amount === null || amount === 0) return []
    const { id, at } = answer
    if (kind === 'charge' || kind === 'capture')
      return [{ at, line: `charge ${id} ${user} ${amount}\n` }]
    return kind === 'reverse' ? [{ at, line: `reversal ${id} ${subject} ${amount}\n` }] : []
  })
  // the word and the id are what a line begins with, so this is the order of the ids
  for (const { at, line } of spendings.toSorted((a, b) => (a.line < b.line ? -1 : 1))) {
    const day = new Date(at).toLocaleDateString('sv-SE', { timeZone })
    days.set(day, [...(days.get(day) ?? []), line])
  }
  return days
}
