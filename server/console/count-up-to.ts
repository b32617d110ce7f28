import type { Query } from '../db/sql.ts'

/** So many rows are looked at before the planner is asked. */
const CERTAIN = 1_000
/** The planner may err by so much. */
const ERROR = 10

/** What `explain` answers of a plan, as far as it is needed. */
interface Plan {
  'Node Type': string
  'Plan Rows': number
  Plans?: Plan[]
}

/** What was found among the rows that were looked at. */
export interface Looked {
  looked: number
  matching: number
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

/**
 * How many match among the rows of a range; where these are more than `most`, or the planner expects so, how many at
 * least. `look` looks at as many rows as its last parameter says, in one statement. `estimate` is a statement of the same
 * rows whose number the planner can tell, where it cannot for that of `look`; nothing runs it.
 */
export async function countAmong(
  sql: Query,
  look: (query: Query, most: number) => Promise<Looked>,
  most: number,
  {
    certain = CERTAIN,
    estimate = look,
  }: { certain?: number; estimate?: (query: Query, most: number) => Promise<unknown> } = {},
): Promise<{ count: number; isMore: boolean }> {
  const first = await look(sql, certain)
  if (first.looked < certain) return { count: first.matching, isMore: false }
  const expected = await expectedRows(sql, (query) => estimate(query, most))
  if (expected > most) return { count: first.matching, isMore: true }
  const { looked, matching } = await look(sql, most + 1)
  return looked > most
    ? { count: Math.min(matching, most), isMore: true }
    : { count: matching, isMore: false }
}

/** How many rows the planner expects below the limit of a counting statement. */
async function expectedRows(sql: Query, run: (query: Query) => Promise<unknown>): Promise<number> {
  let expected = 0
  await run(async (strings, ...values) => {
    const [head = '', ...rest] = strings
    const parts = [`explain (format json) ${head}`, ...rest]
    const text = Object.assign(parts, { raw: parts })
    const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(text, ...values)
    expected = rowsBelowLimit(row!['QUERY PLAN'][0].Plan) ?? 0
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the row of every counting statement
    return [{ count: 0, looked: 0, matching: 0 }] as never[]
  })
  return expected
}

/** Null without a limit. */
function rowsBelowLimit(plan: Plan): number | null {
  const inner = plan.Plans ?? []
  if (plan['Node Type'] === 'Limit') return inner[0]?.['Plan Rows'] ?? null
  for (const each of inner) {
    const rows = rowsBelowLimit(each)
    if (rows !== null) return rows
  }
  return null
}
