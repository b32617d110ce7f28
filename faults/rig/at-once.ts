import { setTimeout as delay } from 'node:timers/promises'
import { fragment, type Query, type Sql } from '#server/db/sql.ts'

const POLL_MS = 10

const LOCKS = {
  plan_stocks: fragment`lock table plan_stocks in share mode`,
  welcome_mailboxes: fragment`lock table welcome_mailboxes in share mode`,
}

/** Calls `work` for each item, `count` at a time: most of the work is waiting. */
export async function forEachAtOnce<Item>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  const workInTurn = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: count }, workInTurn))
}

/** Starts all of the work, and lets none of it change the table before so many wait to. */
export async function startTogether<Result>(
  sql: Sql,
  { table, waiting, giveUp }: { table: keyof typeof LOCKS; waiting: number; giveUp: AbortSignal },
  work: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const { started } = await sql.begin(async (tx) => {
    await tx`${LOCKS[table]}`
    const running = work.map((start) => start())
    while ((await countWaiting(sql, table)) < waiting) {
      giveUp.throwIfAborted()
      await delay(POLL_MS)
    }
    // not awaited before the lock is gone
    return { started: running }
  })
  return Promise.all(started)
}

async function countWaiting(sql: Query, table: string): Promise<number> {
  const waiting = await sql`
    select from pg_locks where relation = ${table}::regclass and not granted`
  return waiting.length
}
