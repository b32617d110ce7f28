import type { Sql } from '../db/sql.ts'

interface Statement {
  text: string
  values: (string | number | null)[]
}

interface Prepared {
  strings: TemplateStringsArray
  /** Which of the values stands at each gap: `$1 … $2 … $2` is 0, 1, 1. */
  order: number[]
}

/** What rate-limiter-flexible asks of a PostgreSQL client, over our own pool with its time-outs and errors. */
export function limiterClient(sql: Sql) {
  const prepared = new Map<string, Prepared>()
  return {
    async query({ text, values }: Statement) {
      let statement = prepared.get(text)
      if (!statement) prepared.set(text, (statement = prepare(unhurried(text))))
      const rows = await sql(statement.strings, ...statement.order.map((index) => values[index]!))
      return { rows, rowCount: rows.length }
    },
  }
}

/**
 * A counter that a crash of the database may set back by half a second need not wait for its disk, and
 * most of what a login would wait for are counters. Everybody sees it at once all the same.
 */
function unhurried(text: string): string {
  if (/^\s*select\b/i.test(text)) return text
  return `with counted as (${text.replace(/;\s*$/, '')})
    select * from (select set_config('synchronous_commit', 'off', true)) as unhurried
    ${/\breturning\b/i.test(text) ? 'cross join counted' : ''}`
}

/** Cuts a numbered statement at its parameters, as a template literal would have it. */
function prepare(text: string): Prepared {
  const parts = text.split(/\$(\d+)/)
  const strings = parts.filter((_, index) => index % 2 === 0)
  const order = parts.filter((_, index) => index % 2 === 1).map((number) => Number(number) - 1)
  return { strings: Object.assign(strings, { raw: strings }), order }
}
