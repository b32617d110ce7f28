import { expect, test } from 'vitest'
import { startTestServer } from '../testing/harness.ts'
import { accountJobs } from './sweep.ts'

test('more than one statement has the time to delete is swept away all the same', async () => {
  await using server = await startTestServer()
  const { sql } = server
  await sql`
    insert into rate_limits (key, points, expire)
    select 'key ' || number, 1, 0 from generate_series(1, 9000) number`
  // a row takes 0.3 ms at least, so that all at once would take longer than any statement may
  await sql`
    create function linger() returns trigger language plpgsql as
      'begin perform pg_sleep(0.0003); return old; end'`
  await sql`create trigger linger before delete on rate_limits for each row execute function linger()`

  const [sweep] = accountJobs(server.deps)
  await sweep!.run(new AbortController().signal)

  expect(await sql`select 1 from rate_limits where expire = 0`).toEqual([])
}, 30_000)
