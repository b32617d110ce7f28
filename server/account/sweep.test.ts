import { pino } from 'pino'
import { expect, test } from 'vitest'
import { BATCH_ROWS } from '../db/delete-in-batches.ts'
import { connect, type Query } from '../db/sql.ts'
import { jobSweeps } from '../jobs/jobs.store.ts'
import { sweepAll } from '../jobs/sweep.ts'
import { createTestDatabase } from '../testing/database/test-database.ts'
import { administer } from '../testing/database/administer.ts'
import { startTestServer, type TestServer } from '../testing/harness.ts'
import { accountSweeps } from './sweep.store.ts'
import { startedAccountJobs } from '../testing/account-jobs.ts'

const on = () => new AbortController().signal

function addCounters({ sql }: Pick<TestServer, 'sql'>, count: number) {
  return sql`
    insert into rate_limits (key, points, expire)
    select 'key ' || number, 1, 0 from generate_series(1, ${count}::integer) number`
}

test('rows beyond one batch are deleted by further statements; a sweep that fails does not stop the others, and the error names it', async () => {
  await using server = await startTestServer()
  await server.newUser()
  await addCounters(server, 3 * BATCH_ROWS + 1)
  // stands for the statement timeout, independent of the machine's speed
  await administer(
    server.database.url,
    `create function stop_late() returns trigger language plpgsql as $$ begin
       if (select count(*) from gone) > ${BATCH_ROWS} then
         raise exception using errcode = 'query_canceled';
       end if;
       return null;
     end $$;
     create trigger stop_late after delete on rate_limits referencing old table as gone
       for each statement execute function stop_late()`,
  )

  const [sweep] = startedAccountJobs(server.deps)
  await sweep!.run(on())

  expect(await server.sql`select 1 from rate_limits where expire = 0`).toEqual([])

  await addCounters(server, 1)
  await administer(
    server.database.url,
    `create function refuse() returns trigger language plpgsql as $$ begin
       raise exception 'broken';
     end $$;
     create trigger refuse before delete on sessions for each row execute function refuse()`,
  )
  server.advance(400 * 86_400_000)
  await expect(sweep!.run(on())).rejects.toThrow('2 failed, the first for ended sessions')
  expect(await server.sql`select 1 from rate_limits where expire = 0`).toEqual([])
})

test('a sweep that exceeds its time stops, and the other sweeps still run', async () => {
  const log = pino({ level: 'silent' })
  const swept: string[] = []
  const endless = async () => {
    swept.push('endless')
    await new Promise(setImmediate)
    return Array.from({ length: BATCH_ROWS })
  }
  const short = async () => {
    swept.push('short')
    return []
  }
  await sweepAll({ endless, short }, { log, stop: on(), mostMs: 50 })
  expect(swept[0]).toBe('endless')
  expect(swept.filter((name) => name === 'short')).toEqual(['short'])
})

test('every sweep finds old rows by an index, without a sequential scan', async () => {
  await using database = await createTestDatabase()
  await administer(
    database.url,
    `do $$ begin execute format('alter database %I set enable_seqscan = off', current_database()); end $$`,
  )
  const sql = connect(database.url)
  const plans: string[] = []
  const explain: Query = async (strings, ...values) => {
    const parts = [`explain ${strings[0]}`, ...strings.slice(1)]
    const lines = await sql<{ 'QUERY PLAN': string }>(
      Object.assign(parts, { raw: parts }),
      ...values,
    )
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
    return []
  }
  const now = new Date()
  const ages = { now, seenAfter: now, devicesAfter: now, loginsFrom: now }
  const sweeps = {
    ...accountSweeps(explain, ages),
    ...jobSweeps(explain, { doneDays: 7, deadDays: 30 }),
  }
  for (const sweep of Object.values(sweeps)) await sweep()
  await sql.end()

  expect(plans).toHaveLength(Object.keys(sweeps).length)
  for (const plan of plans) {
    expect(plan).toMatch(
      /Index Cond: .*(expires_at|last_seen_at|expire|last_login_at|created_at|finished_at)/,
    )
    expect(plan).not.toContain('Seq Scan')
  }
})
