import { expect, test } from 'vitest'
import { administer } from '#harness/administer.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { adjust, listNoGrants } from '../../testing/credit.ts'
import { startTestServer, type TestServer } from '../../testing/harness.ts'
import { fallIntoDebt, openHold } from '../../testing/applications/spending.ts'
import type { LedgerFault } from './ledger-findings.ts'
import { proveLedger } from './prove-ledger.ts'
import { reverseCharge } from '../spending/reverse-charge.ts'
import { chargeCredit } from '../spending/spend-credit.ts'

const DAY_MS = 86_400_000
const reason = '翻译文档'

function prove(server: TestServer, options = {}) {
  return proveLedger(server.deps, listNoGrants, options)
}

/** The rules that an ordinary and a full proof find broken. */
async function brokenRules(server: TestServer) {
  const rules = ({ faults }: { faults: LedgerFault[] }) => faults.map(({ rule }) => rule)
  return { since: rules(await prove(server)), full: rules(await prove(server, { isFull: true })) }
}

/** A customer with five charges, one of them reversed in part, who was proved. */
async function provedCustomer() {
  const server = await startTestServer()
  const ann = await server.newUser()
  const application = await newApplication(server)
  await adjust(server, ann, { delta: 500 })
  const chargeIds: string[] = []
  for (let amount = 1; amount <= 5; amount += 1) {
    const made = await chargeCredit(server.deps, spendRequest(application, ann), { amount, reason })
    chargeIds.push(made.charge.id)
  }
  const reverse = (chargeId: string, amount: number) =>
    reverseCharge(server.deps, spendRequest(application, ann), { chargeId, amount, reason })
  await reverse(chargeIds[4]!, 2)
  expect(await prove(server)).toMatchObject({ isProven: true, entries: 7, read: 7 })
  return {
    ...{ server, ann, application, chargeIds, reverse },
    charge: (amount: number) =>
      chargeCredit(server.deps, spendRequest(application, ann), { amount, reason }),
    /** Changes stored rows as an administrator of the database can: a trigger refuses changes of entries. */
    tamper: (statement: string) =>
      administer(
        server.database.url,
        `alter table credit_ledger disable trigger user; ${statement}; alter table credit_ledger enable trigger user`,
      ),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

test('a proof reads only the entries since the last one, and its totals are those of a full proof', async () => {
  await using customer = await provedCustomer()
  const { server, ann, chargeIds } = customer
  await customer.charge(10)
  await customer.reverse(chargeIds[0]!, 1)
  await openHold(server, ann, 30)

  const since = await prove(server)

  expect(since).toMatchObject({ isProven: true, accounts: 1, entries: 9, read: 2 })
  expect(since.totals).toEqual({ balance: 478, held: 30, charged: 25, reversed: 3 })
  const full = await prove(server, { isFull: true })
  expect(full).toEqual({ ...since, read: 9 })
  expect(await prove(server)).toEqual({ ...since, read: 0 })
})

test('an account in debt with an open hold is proved from its checkpoint', async () => {
  await using customer = await provedCustomer()
  const { server, ann } = customer
  await openHold(server, ann, 30)
  await fallIntoDebt(server, ann, 100)
  expect(await prove(server)).toMatchObject({ isProven: true, faults: [] })
  await adjust(server, ann, { delta: 40 })
  expect(await prove(server)).toMatchObject({ isProven: true, read: 1, totals: { held: 30 } })
  expect(await prove(server, { isFull: true })).toMatchObject({ isProven: true, faults: [] })
})

test.each<[title: string, statement: string, rule: LedgerFault['rule']]>([
  [
    'entry',
    'update credit_ledger set delta = -9 where position = 8',
    'each entry follows the one before',
  ],
  [
    'charge',
    'update credit_charges set amount = 9 where position = 8',
    'charge = sum of its entries',
  ],
  [
    'mark of a reversal',
    'update credit_charges set reversed = 1 where position = 8',
    'reversed = sum of reversals',
  ],
  ['entry count', 'update credit_accounts set entries = 7', 'entries counted'],
  ['lot', 'update credit_lots set remaining = remaining + 1', 'lot = sum of its entries'],
  ['day of usage', 'update credit_usage_days set charged = 1', 'charges = usage of the days'],
  ['held amount', 'update credit_accounts set held = 5', 'held = sum of open holds'],
])('a changed %s after the checkpoint is found, until it is mended', async (_, statement, rule) => {
  await using customer = await provedCustomer()
  const { server } = customer
  await customer.charge(10)
  await customer.tamper(statement)
  const found = await brokenRules(server)
  expect(found.since).toContain(rule)
  expect(found.full).toContain(rule)
  // a proof that finds a fault leaves the checkpoint where it was
  expect((await brokenRules(server)).since).toEqual(found.since)
})

test('a reversal that its old charge does not show is found by the next proof', async () => {
  await using customer = await provedCustomer()
  await customer.reverse(customer.chargeIds[0]!, 1)
  await customer.tamper('update credit_charges set reversed = 0 where position = 2')
  expect((await prove(customer.server)).faults).toMatchObject([
    { rule: 'reversed = sum of reversals', subject: customer.chargeIds[0], expected: 1, found: 0 },
  ])
})

test('an entry changed before the checkpoint is found by a full proof, and by each proof after 30 days', async () => {
  await using customer = await provedCustomer()
  const { server } = customer
  await customer.tamper('update credit_ledger set delta = -9 where position = 3')
  const { since, full } = await brokenRules(server)
  expect(since).toEqual([])
  expect(full).toContain('each entry follows the one before')
  server.advance(30 * DAY_MS)
  expect(await prove(server)).toMatchObject({ isProven: false, read: 7 })
})

test('a history rewritten without a wrong sum is found by a full proof', async () => {
  await using customer = await provedCustomer()
  const { server } = customer
  await customer.tamper("update credit_ledger set type = 'adjust' where position = 3")
  expect(await brokenRules(server)).toEqual({
    since: [],
    full: ['entries as they were proven before'],
  })
})

test('a history whose end was removed with all its sums is found by a full proof', async () => {
  await using customer = await provedCustomer()
  const { server } = customer
  await customer.tamper(`
    delete from credit_reversals;
    delete from credit_ledger where position = 7;
    update credit_charges set reversed = 0;
    update credit_usage_days set reversed = 0;
    update credit_lots set remaining = remaining - 2;
    update credit_accounts set entries = 6, balance = balance - 2`)
  expect((await brokenRules(server)).full).toEqual(['entries as they were proven before'])
})
