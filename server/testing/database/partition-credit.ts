import { migrate } from '#server/db/migrate.ts'
import { administer } from '#server/testing/database/administer.ts'

const TABLES = [
  'credit_accounts',
  'credit_lots',
  'credit_ledger',
  'credit_holds',
  'credit_reserves',
  'credit_charges',
  'credit_reversals',
  'credit_requests',
  'credit_usage_days',
  'credit_checkpoints',
]

/** With the variable CREDIT_PARTITIONS, migrates a new database and lays its tables of credit out in so many partitions. */
export async function partitionCreditIfAsked(databaseUrl: string): Promise<void> {
  const partitions = Number(process.env['CREDIT_PARTITIONS'] ?? 0)
  if (partitions === 0) return
  await migrate(databaseUrl)
  await partitionCredit(databaseUrl, partitions)
}

/**
 * Lays the tables of credit out in hash partitions by user, with all their constraints, indexes and triggers.
 * For a new database: their rows are not kept.
 */
function partitionCredit(databaseUrl: string, partitions: number): Promise<void> {
  return administer(
    databaseUrl,
    `do $$
     declare
       tables text[] := array[${TABLES.map((table) => `'${table}'`).join(', ')}];
       table_name text;
       statement text;
       later text[];
     begin
       select array_agg(made order by turn) into later from (
         select 1 as turn, format('alter table %s add constraint %I %s', conrelid::regclass, conname,
           pg_get_constraintdef(oid)) as made
         from pg_constraint where contype = 'f'
           and (conrelid = any(tables::regclass[]) or confrelid = any(tables::regclass[]))
         union all
         select 2, pg_get_triggerdef(oid) from pg_trigger
         where tgrelid = any(tables::regclass[]) and not tgisinternal
       ) kept;
       foreach table_name in array tables loop
         execute format('alter table %I rename to plain_%s', table_name, table_name);
         execute format('create table %I (like plain_%s including all) partition by hash (user_id)',
           table_name, table_name);
         for remainder in 0..${partitions - 1} loop
           execute format('create table %s_%s partition of %I for values with (modulus ${partitions}, remainder %s)',
             table_name, remainder, table_name, remainder);
         end loop;
       end loop;
       foreach table_name in array tables loop
         execute format('drop table plain_%s cascade', table_name);
       end loop;
       foreach statement in array later loop
         execute statement;
       end loop;
     end $$`,
  )
}
