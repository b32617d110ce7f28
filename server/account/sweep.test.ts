import { expect, test } from 'vitest'
import { administer } from '../testing/database-server.ts'
import { startTestServer } from '../testing/harness.ts'
import { PART } from '../db/in-parts.ts'
import { accountJobs } from './sweep.ts'

test('more than one statement has the time to delete is swept away all the same', async () => {
  await using server = await startTestServer()
  const { sql } = server
  await sql`
    insert into rate_limits (key, points, expire)
    select 'key ' || number, 1, 0 from generate_series(1, ${3 * PART + 1}::integer) number`
  // stands for the time that a statement may take, on however slow a machine
  await administer(
    server.database.url,
    `create function stop_late() returns trigger language plpgsql as $$ begin
       if (select count(*) from gone) > ${PART} then
         raise exception using errcode = 'query_canceled';
       end if;
       return null;
     end $$;
     create trigger stop_late after delete on rate_limits referencing old table as gone
       for each statement execute function stop_late()`,
  )

  const [sweep] = accountJobs(server.deps)
  await sweep!.run(new AbortController().signal)

  expect(await sql`select 1 from rate_limits where expire = 0`).toEqual([])
})
