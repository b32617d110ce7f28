import { expect, test } from 'vitest'
import { administer } from '../../testing/database/administer.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts'
import { listNoGrants } from '../../testing/credit.ts'
import { adjustCredit } from '../adjust-credit.ts'
import { proveLedger } from './prove-ledger.ts'
import { reportLedgerFaults } from './report-ledger-faults.ts'

async function give({ deps }: TestServer, { user }: TestUser, delta: number): Promise<void> {
  await adjustCredit(deps, { userId: user.id, delta, reason: '补偿', key: `gift-${user.id}` })
}

/** Reading this user's entries fails, as when a page of the disk is broken. */
function breakBooksOf({ database }: TestServer, userId: string): Promise<void> {
  return administer(
    database.url,
    `alter table credit_ledger rename to kept;
     create function read_entry(of uuid) returns boolean language plpgsql volatile as $$ begin
       if of = '${userId}' then raise exception 'invalid page in block 7'; end if;
       return true;
     end $$;
     create view credit_ledger as select * from kept where read_entry(user_id)`,
  )
}

test('users whose books cannot be read are reported, and all others are proved', async () => {
  await using server = await startTestServer()
  const users: TestUser[] = []
  for (let count = 0; count < 5; count += 1) users.push(await server.newUser())
  for (const user of users) await give(server, user, 10)
  const [, broken, wrong] = users
  await server.sql`update credit_accounts set balance = 11 where user_id = ${wrong!.user.id}`
  await breakBooksOf(server, broken!.user.id)

  const proof = await proveLedger(server.deps, listNoGrants)

  expect(proof).toMatchObject({
    isProven: false,
    accounts: 4,
    entries: 4,
    unread: [{ userId: broken!.user.id, reason: expect.stringContaining('invalid page') }],
  })
  expect(proof.faults.map(({ rule, userId }) => [rule, userId])).toEqual([
    ['balance = sum of entries', wrong!.user.id],
    ['balance = sum of lots', wrong!.user.id],
  ])
  await expect(reportLedgerFaults(server.deps, listNoGrants)).rejects.toThrow(
    'the books of 1 users could not be read',
  )
  expect(await server.sql`select kind from alerts`).toEqual([{ kind: 'ledger_not_proven' }])
})
