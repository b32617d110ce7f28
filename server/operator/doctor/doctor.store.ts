import type { AppliedMigration } from '../../db/migrate.ts'
import type { Query } from '../../db/sql.ts'

export interface DatabaseFacts {
  version: string
  isReplica: boolean
  hasFsync: boolean
  hasFullPageWrites: boolean
  isSuperuser: boolean
  mostConnections: number
  connections: number
  timeZone: string
  bytes: number
}

export async function readDatabaseFacts(sql: Query): Promise<DatabaseFacts> {
  const [row] = await sql<DatabaseFacts>`
    select current_setting('server_version') as version, pg_is_in_recovery() as "isReplica",
      current_setting('fsync') = 'on' as "hasFsync",
      current_setting('full_page_writes') = 'on' as "hasFullPageWrites",
      coalesce((select rolsuper from pg_roles where rolname = current_user), false) as "isSuperuser",
      current_setting('max_connections')::integer as "mostConnections",
      (select count(*) from pg_stat_activity where datid is not null) as connections,
      current_setting('TimeZone') as "timeZone", pg_database_size(current_database()) as bytes`
  return row!
}

export async function readDatabaseTime(sql: Query): Promise<Date> {
  const [row] = await sql<{ now: Date }>`select clock_timestamp() as now`
  return row!.now
}

/** The mark of the SECRET_KEY that the database knows; null: it knows none. */
export async function readSecretMark(sql: Query): Promise<string | null> {
  const [row] = await sql<{ mark: string }>`select mark from secret_key_mark`
  return row?.mark ?? null
}

export interface TimedJobRow {
  name: string
  failures: number
  runAt: Date
  succeededAt: Date | null
}

export function listTimedJobRows(sql: Query): Promise<TimedJobRow[]> {
  return sql<TimedJobRow>`
    select name, failures, run_at as "runAt", succeeded_at as "succeededAt" from timed_jobs order by name`
}

/** The run time of the job that is due longest; null when nothing is due. */
export async function findOldestDueJob(sql: Query): Promise<Date | null> {
  const [row] = await sql<{ at: Date }>`
    select run_at as at from jobs
    where state = 'waiting' and run_at <= now() and (locked_until is null or locked_until <= now())
    order by run_at limit 1`
  return row?.at ?? null
}

export interface OutboxFacts {
  waiting: number
  dead: number
  /** The mail that waits longest; null: none waits. */
  oldestAt: Date | null
}

/** Unsent mails of now, and those given up since then; counts end at 1,000. */
export async function readOutbox(sql: Query, since: Date): Promise<OutboxFacts> {
  const [row] = await sql<OutboxFacts>`
    select
      (select count(*) from (
        select from jobs where kind = 'mail' and state = 'waiting' limit 1000) w) as waiting,
      (select count(*) from (
        select from jobs where kind = 'mail' and state = 'dead' and finished_at >= ${since} limit 1000) d) as dead,
      (select created_at from jobs where kind = 'mail' and state = 'waiting' order by id limit 1) as "oldestAt"`
  return row!
}

/** When `backup` last came to a good end; null: never. */
export async function findLastBackup(sql: Query): Promise<Date | null> {
  const [row] = await sql<{ at: Date }>`
    select finished_at as at from operator_actions
    where command = 'backup' and outcome = 'done' order by id desc limit 1`
  return row?.at ?? null
}

/** When the proof of the ledger last found a fault since then; null: it has not. */
export async function findLedgerFault(sql: Query, since: Date): Promise<Date | null> {
  const [row] = await sql<{ at: Date | null }>`
    select max(last_at) as at from alerts where kind = 'ledger_not_proven' and last_at >= ${since}`
  return row?.at ?? null
}

/** The numbers of the orders that these intents belong to. */
export async function readOrderNumbers(
  sql: Query,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ intentId: string; orderNo: string }>`
    select payment_intent_id as "intentId", order_no as "orderNo"
    from orders where payment_intent_id = any(${intentIds})`
  return new Map(rows.map(({ intentId, orderNo }) => [intentId, orderNo]))
}

/** Empty for a database without a shop. */
export async function appliedMigrations(sql: Query): Promise<AppliedMigration[]> {
  const [row] = await sql<{ exists: boolean }>`
    select to_regclass('schema_migrations') is not null as exists`
  if (!row!.exists) return []
  return sql<AppliedMigration>`select number, name, hash from schema_migrations order by number`
}
