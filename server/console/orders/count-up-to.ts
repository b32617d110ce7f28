import type { Query } from '../../db/sql.ts'

/** From here on the planner is asked before counting goes on. */
const CERTAIN = 1_000
/** The planner may err by so much. */
const ERROR = 10

/** What `explain` answers of a plan, as far as it is needed. */
interface Plan {
  'Plan Rows': number
  Plans?: Plan[]
}

/**
 * The count, or `most` when there are as many. Counting reads each row; where the planner expects many times more than
 * `most`, it is believed. `count` counts up to its last parameter in one statement.
 */
export async function countUpTo(
  sql: Query,
  count: (query: Query, most: number) => Promise<number>,
  most: number,
  certain = CERTAIN,
): Promise<number> {
  const first = await count(sql, Math.min(certain, most))
  if (first < certain || most <= certain) return first
  const expected = await expectedRows(sql, (query) => count(query, most))
  return expected > ERROR * most ? most : count(sql, most)
}

/** How many rows the planner expects below the limit of a counting statement. */
async function expectedRows(sql: Query, run: (query: Query) => Promise<unknown>): Promise<number> {
  let expected = 0
  await run(async (strings, ...values) => {
    const [head = '', ...rest] = strings
    const parts = [`explain (format json) ${head}`, ...rest]
    const text = Object.assign(parts, { raw: parts })
    const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(text, ...values)
    const [limit] = row!['QUERY PLAN'][0].Plan.Plans ?? []
    expected = limit?.Plans?.[0]?.['Plan Rows'] ?? 0
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of every counting statement
    return [{ count: 0 }] as never[]
  })
  return expected
}
