import type { Query } from '#server/db/sql.ts'
import type { Application } from '../applications/application.ts'
import type { BookedRequest } from '../applications/book.ts'
import { compareSpending } from './compare-spending.ts'
import { compareStatements } from './compare-statements.ts'
import { readSpending } from './read-spending.ts'

export interface SpendingVerdict {
  /** Requests of all applications, and how often they were sent again. */
  requests: number
  retries: number
  refused: number
  holds: number
  expiredHolds: number
  captures: number
  charges: number
  reversals: number
  lost: number
  doubled: number
  overspent: number
  open: number
  /** Everything that is wrong, a line each. */
  findings: string[]
}

/** Compares the books of all applications with ours; holds that expire before `endedBefore` have to have ended. */
export async function checkSpending(
  { sql }: { sql: Query },
  applications: readonly Application[],
  endedBefore: Date,
): Promise<SpendingVerdict> {
  const { timeZone } = await applications[0]!.readStatement('2026-01-01')
  const ours = await readSpending(sql, timeZone)
  const found = applications.map(({ book, users, isFirstParty }) =>
    compareSpending(book, ours, { users, isFirstParty, endedBefore }),
  )
  const statements = await Promise.all(applications.map(compareStatements))
  const lost = found.flatMap((each) => each.lost)
  const doubled = found.flatMap((each) => each.doubled)
  const overspent = [...ours.overspent, ...found.flatMap((each) => each.overspent)]
  const open = found.flatMap((each) => each.open)
  const requests = applications.flatMap(({ book }) => book.requests)
  const countOf = (...kinds: BookedRequest['kind'][]): number =>
    requests.filter(({ kind, answer }) => answer !== null && kinds.includes(kind)).length
  return {
    requests: requests.length,
    retries: requests.reduce((sum, { retries }) => sum + retries, 0),
    refused: requests.filter(({ refusal }) => refusal !== null).length,
    holds: countOf('hold'),
    expiredHolds: ours.holds.filter(({ state }) => state === 'expired').length,
    captures: countOf('capture'),
    charges: countOf('charge'),
    reversals: countOf('reverse'),
    lost: lost.length,
    doubled: doubled.length,
    overspent: overspent.length,
    open: open.length,
    findings: [
      ...lost.map((line) => `lost: ${line}`),
      ...doubled.map((line) => `doubled: ${line}`),
      ...overspent.map((line) => `overspent: ${line}`),
      ...open.map((line) => `open: ${line}`),
      ...found.flatMap((each) => each.wrong).map((line) => `wrong: ${line}`),
      ...ours.outOfOrder.map((line) => `order: ${line}`),
      ...ours.differences.map((line) => `sums: ${line}`),
      ...statements.flat().map((line) => `statement: ${line}`),
    ],
  }
}
