import { json, type Query } from '../../db/sql.ts'

export interface StoredSnapshot<Data> {
  data: Data
  takenAt: Date
  tookMs: number
}

export async function findSnapshot<Data>(
  sql: Query,
  name: string,
): Promise<StoredSnapshot<Data> | null> {
  const [row] = await sql<{ data: Data; takenAt: Date; tookMs: number }>`
    select data, taken_at as "takenAt", took_ms as "tookMs" from console_snapshots where name = ${name}`
  return row ?? null
}

/** Claims taking a snapshot anew for ten minutes, more than a cold disk takes; false when another request or node has it, or has taken a newer one. */
export async function claimSnapshot(
  sql: Query,
  { name, takenAt }: { name: string; takenAt: Date },
): Promise<boolean> {
  const claimed = await sql`
    update console_snapshots set taking_until = now() + interval '10 minutes'
    where name = ${name} and date_trunc('milliseconds', taken_at) = ${takenAt}
      and (taking_until is null or taking_until <= now())
    returning 1`
  return claimed.length === 1
}

export async function storeSnapshot<Data extends object>(
  sql: Query,
  name: string,
  { data, takenAt, tookMs }: StoredSnapshot<Data>,
): Promise<void> {
  await sql`
    insert into console_snapshots (name, taken_at, took_ms, data) values (${name}, ${takenAt}, ${tookMs}, ${json(data)})
    on conflict (name) do update
      set taken_at = excluded.taken_at, took_ms = excluded.took_ms, data = excluded.data, taking_until = null`
}
