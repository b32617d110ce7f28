import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { administer } from '#harness/administer.ts'
import { closeForGood } from '../../testing/console/console-shop.ts'
import { PASSWORD, startTestServer } from '../../testing/harness.ts'
import { passwordDigest } from '../password/passwords.ts'

const EMAIL = 'ann@example.com'

test('an erasure that takes longer than a statement of the shop may take still ends', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  // as the texts of hundreds of thousands of charges do
  await administer(
    server.database.url,
    `create function be_slow() returns trigger language plpgsql as $$
       begin perform pg_sleep(3); return new; end $$;
     create trigger users_close_slowly before update of closed_at on users
       for each row execute function be_slow()`,
  )
  await closeForGood(server, ann)
  expect(await server.sql`select 1 as one from users where closed_at is not null`).toHaveLength(1)
})

test('a mail that was given up at an earlier address goes with the account', async () => {
  await using server = await startTestServer()
  const ann = await server.newUser({ email: EMAIL })
  const newPassword = 'an entirely new password'
  const input = { currentPassword: passwordDigest(PASSWORD), newPassword }
  expect((await ann.call(api.account.changePassword, input)).status).toBe(200)
  await server.sql`update jobs set state = 'dead', finished_at = now()`
  await server.sql`update users set email = 'ann@next.example' where id = ${ann.user.id}`
  const mails = () => server.sql`select 1 as one from jobs where payload ->> 'to' = ${EMAIL}`
  expect(await mails()).toHaveLength(1)
  await closeForGood(server, ann)
  expect(await mails()).toEqual([])
})
