import { json, type Query } from '../../db/sql.ts'

/** What a proof found of a user's ledger up to a position. */
export interface Checkpoint {
  userId: string
  /** Entries up to this one were proven; 0: none. */
  position: number
  /** The sum of these entries. */
  balance: number
  /** Over these entries, each hashed with the hash before it; '' for none. */
  hash: string
  /** Sums of the charges and reversals among them. */
  charged: number
  reversed: number
  /** Their sums by lot, without those that are 0. */
  lots: Record<string, number>
  /** What they granted and took back for each reference. */
  grants: Record<string, { granted: number; takenBack: number }>
  /** When a proof last read all of them. */
  readInFullAt: Date
}

/** Stores checkpoints, unless a later one of the user is stored. */
export async function storeCheckpoints(
  sql: Query,
  checkpoints: readonly Checkpoint[],
): Promise<void> {
  if (checkpoints.length === 0) return
  await sql`
    insert into credit_checkpoints as stored
      (user_id, position, balance, hash, charged, reversed, lots, grants, read_in_full_at)
    select "userId", position, balance, hash, charged, reversed, lots, grants, "readInFullAt"
    from jsonb_to_recordset(${json(checkpoints)}::jsonb) as (
      "userId" uuid, position bigint, balance bigint, hash text, charged bigint, reversed bigint, lots jsonb,
      grants jsonb, "readInFullAt" timestamptz)
    on conflict (user_id) do update set position = excluded.position, balance = excluded.balance,
      hash = excluded.hash, charged = excluded.charged, reversed = excluded.reversed, lots = excluded.lots,
      grants = excluded.grants, read_in_full_at = excluded.read_in_full_at
    where stored.position <= excluded.position`
}
