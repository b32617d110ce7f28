import { expect, test } from 'vitest'
import { administer } from '../../testing/database/administer.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { adjust, listNoGrants } from '../../testing/credit.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/harness.ts'
import { fallIntoDebt, openHold } from '../../testing/applications/spending.ts'
import type { LedgerFault } from './ledger-findings.ts'
import { proveLedger } from './prove-ledger.ts'
import { reportLedgerFaults } from './report-ledger-faults.ts'
import { reverseCharge } from '../spending/reverse-charge.ts'
import { chargeCredit } from '../spending/spend-credit.ts'

const DAY_MS = 86_400_000
const reason = '翻译文档'

function prove(server: TestServer, options = {}) {
  return proveLedger(server.deps, listNoGrants, options)
}

/** A customer with five charges, one of them reversed in part. */
async function newSpender(server: TestServer) {
  const ann = await server.newUser()
  const application = await newApplication(server)
  const charge = (amount: number) =>
    chargeCredit(server.deps, spendRequest(application, ann), { amount, reason })
  const reverse = (chargeId: string, amount: number) =>
    reverseCharge(server.deps, spendRequest(application, ann), { chargeId, amount, reason })
  await adjust(server, ann, { delta: 500 })
  const chargeIds: string[] = []
  for (let amount = 1; amount <= 5; amount += 1) chargeIds.push((await charge(amount)).charge.id)
  await reverse(chargeIds[4]!, 2)
  return { ann, id: ann.user.id, chargeIds, charge, reverse }
}

/** Changes stored rows as an administrator of the database can: a trigger refuses changes of entries. */
function tamper({ database }: TestServer, statements: string): Promise<void> {
  return administer(
    database.url,
    `alter table credit_ledger disable trigger user; ${statements}; alter table credit_ledger enable trigger user`,
  )
}

/** The rules that a proof finds broken, by user. */
async function brokenRules(server: TestServer, options = {}) {
  const { faults } = await prove(server, options)
  const rules: Record<string, LedgerFault['rule'][]> = {}
  for (const { userId, rule } of faults) (rules[userId] ??= []).push(rule)
  return rules
}

test('a proof reads only the entries since the last one, and its totals are those of a full proof', async () => {
  await using server = await startTestServer()
  const { ann, chargeIds, charge, reverse } = await newSpender(server)
  expect(await prove(server)).toMatchObject({ isProven: true, entries: 7, read: 7 })
  await charge(10)
  await reverse(chargeIds[0]!, 1)
  await openHold(server, ann, 30)

  const since = await prove(server)

  expect(since).toMatchObject({ isProven: true, accounts: 1, entries: 9, read: 2 })
  expect(since.totals).toEqual({ balance: 478, held: 30, charged: 25, reversed: 3, welcomed: 0 })
  const full = await prove(server, { isFull: true })
  expect(full).toEqual({ ...since, read: 9 })
  expect(await prove(server)).toEqual({ ...since, read: 0 })

  // in debt
  await fallIntoDebt(server, ann, 100)
  expect(await prove(server)).toMatchObject({ isProven: true, faults: [] })
  await adjust(server, ann, { delta: 40 })
  expect(await prove(server)).toMatchObject({ isProven: true, read: 1, totals: { held: 30 } })
  expect(await prove(server, { isFull: true })).toMatchObject({ isProven: true, faults: [] })
})

/** Changes of one user's rows after the checkpoint, and the rule that each breaks. */
const CHANGES: [statement: string, rule: LedgerFault['rule']][] = [
  ['update credit_ledger set delta = -9 where position = 8', 'each entry follows the one before'],
  [
    'update credit_ledger set balance_after = balance_after + 1 where position = 8',
    'each entry follows the one before',
  ],
  ['update credit_charges set amount = 9 where position = 8', 'charge = sum of its entries'],
  ['update credit_charges set reversed = 1 where position = 8', 'reversed = sum of reversals'],
  ['update credit_accounts set entries = 7 where true', 'entries counted'],
  ['update credit_accounts set entries = entries + 1 where true', 'entries counted'],
  ['update credit_accounts set balance = balance + 1 where true', 'balance = sum of entries'],
  ['update credit_accounts set held = 5 where true', 'held = sum of open holds and reserves'],
  ['update credit_lots set remaining = remaining + 1 where true', 'lot = sum of its entries'],
  ['update credit_lots set remaining = remaining - 1 where true', 'balance = sum of lots'],
  ['update credit_usage_days set charged = 1 where true', 'charges = usage of the days'],
]

test('whatever is changed after the checkpoint is found, until it is mended', async () => {
  await using server = await startTestServer()
  const spenders = []
  for (const [statement, rule] of CHANGES)
    spenders.push({ ...(await newSpender(server)), statement, rule })
  const reversing = await newSpender(server)
  expect(await prove(server)).toMatchObject({ isProven: true })
  for (const { id, charge, statement } of spenders) {
    await charge(10)
    await tamper(server, `${statement} and user_id = '${id}'`)
  }
  // a reversal that its old charge does not show
  await reversing.reverse(reversing.chargeIds[0]!, 1)
  await tamper(
    server,
    `update credit_charges set reversed = 0 where position = 2 and user_id = '${reversing.id}'`,
  )

  const since = await brokenRules(server)

  for (const { id, statement, rule } of spenders)
    expect(since[id], statement).toEqual(expect.arrayContaining([rule]))
  const full = await brokenRules(server, { isFull: true })
  for (const { id, statement, rule } of spenders)
    expect(full[id], statement).toEqual(expect.arrayContaining([rule]))
  // a proof that finds a fault leaves the checkpoint where it was
  const again = await prove(server)
  expect(again.faults.filter(({ userId }) => userId === reversing.id)).toMatchObject([
    { rule: 'reversed = sum of reversals', subject: reversing.chargeIds[0], expected: 1, found: 0 },
  ])
  expect(await brokenRules(server)).toEqual(since)
})

test('what was changed before the checkpoint is found by a full proof, and by each proof after 30 days', async () => {
  await using server = await startTestServer()
  const [entry, rewritten, removed] = [
    await newSpender(server),
    await newSpender(server),
    await newSpender(server),
  ]
  expect(await prove(server)).toMatchObject({ isProven: true, read: 21 })
  await tamper(
    server,
    `update credit_ledger set delta = -9 where position = 3 and user_id = '${entry.id}';
     update credit_ledger set type = 'adjust' where position = 3 and user_id = '${rewritten.id}'`,
  )
  const since = await brokenRules(server)
  expect([since[entry.id], since[rewritten.id]]).toEqual([undefined, undefined])
  // without a wrong sum
  const of = `user_id = '${removed.id}'`
  await tamper(
    server,
    `delete from credit_reversals where ${of};
     delete from credit_ledger where position = 7 and ${of};
     update credit_charges set reversed = 0 where ${of};
     update credit_usage_days set reversed = 0 where ${of};
     update credit_lots set remaining = remaining - 2 where ${of};
     update credit_accounts set entries = 6, balance = balance - 2 where ${of}`,
  )
  const full = await brokenRules(server, { isFull: true })
  expect(full[entry.id]).toContain('each entry follows the one before')
  expect(full[rewritten.id]).toEqual(['entries as they were proven before'])
  expect(full[removed.id]).toEqual(['entries as they were proven before'])
  server.advance(30 * DAY_MS)
  const later = await brokenRules(server)
  expect(later[entry.id]).toContain('each entry follows the one before')
})

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
  for (const user of users) await adjust(server, user, { delta: 10 })
  const [, broken, wrong] = users
  await server.sql`update credit_accounts set balance = 11 where user_id = ${wrong!.user.id}`
  await breakBooksOf(server, broken!.user.id)

  const proof = await prove(server)

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
