import type { Query } from '../db/sql.ts'

/** What a server has of one user's lists. */
export interface ListVersions {
  shopId: string | null
  isReplica: boolean
  /** Random values that every change of the user's orders or credit renews; null: none since they are kept. */
  orders: string | null
  credit: string | null
}

export async function readListVersions(sql: Query, userId: string): Promise<ListVersions> {
  const [row] = await sql<ListVersions>`
    select (select id from shop) as "shopId", pg_is_in_recovery() as "isReplica",
      (select version from order_versions where user_id = ${userId}) as orders,
      (select version from credit_accounts where user_id = ${userId}) as credit`
  return row!
}

/** Which server answers, and how far it has come. */
export interface ServerIdentity {
  /** Null: no shop yet. */
  shopId: string | null
  /** The same on a primary and its replicas; null: this role may not read it. */
  systemId: string | null
  isReplica: boolean
  /** Bytes of the log, since its beginning: written by a primary, replayed by a replica. Null: not told. */
  position: number | null
  /** When the last transaction that it has replayed was committed; null: a primary, or none yet. */
  replayedAt: Date | null
}

export async function readServerIdentity(sql: Query): Promise<ServerIdentity> {
  const [row] = await sql<Omit<ServerIdentity, 'systemId'> & { tellsSystem: boolean }>`
    select (select id from shop) as "shopId", pg_is_in_recovery() as "isReplica",
      pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
        '0/0')::bigint as position,
      pg_last_xact_replay_timestamp() as "replayedAt",
      has_function_privilege('pg_control_system()', 'execute') as "tellsSystem"`
  const { tellsSystem, ...told } = row!
  // asked by itself: PostgreSQL refuses a statement that names what its role may not execute
  const [system] = tellsSystem
    ? await sql<{ id: string }>`select system_identifier::text as id from pg_control_system()`
    : []
  return { ...told, systemId: system?.id ?? null }
}
