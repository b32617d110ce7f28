import { expect, test } from 'vitest'
import type { Query } from '#server/db/sql.ts'
import { startApplication } from '#server/testing/applications/application-client.ts'
import { adjust } from '#server/testing/credit.ts'
import { createApplication } from '../applications/application.ts'
import { createRandom } from '#harness/random.ts'
import { checkSpending } from './check-spending.ts'
import { compareStatements } from './compare-statements.ts'

const LATER = new Date(Date.now() + 24 * 60 * 60 * 1000)

/** A shop with an application that has charged, reversed, captured and holds credit. */
async function startSpending() {
  const shop = await startApplication()
  const user = shop.ann.user.id
  await adjust(shop.server, shop.ann, { delta: 5 })
  const application = createApplication({
    ...{ url: shop.url, id: shop.application.id, apiKey: shop.applicationKey, isFirstParty: true },
    ...{ users: new Set([user]), random: createRandom(1), giveUp: new AbortController().signal },
    habits: { lostPercent: 0, twicePercent: 100 },
  })
  const charge = await application.charge(user, 50)
  await application.reverse(user, charge!.id, 20)
  const captured = await application.hold(user, 30)
  await application.capture(user, captured!.id, 25)
  const released = await application.hold(user, 10)
  await application.release(user, released!.id)
  const extended = await application.hold(user, 40, 60)
  await application.extend(user, extended!.id, 600)
  expect(await application.charge(user, 5_000)).toBeNull()
  return {
    application,
    user,
    sql: shop.server.sql,
    [Symbol.asyncDispose]: shop[Symbol.asyncDispose],
  }
}

test('books that agree have no findings', async () => {
  await using shop = await startSpending()
  const verdict = await checkSpending(shop, [shop.application], new Date())
  expect(verdict).toMatchObject({
    ...{ requests: 9, retries: 9, refused: 1, holds: 3, captures: 1, charges: 1, reversals: 1 },
    findings: [],
  })
})

/** What is changed behind the shop's back, and how the finding begins. */
const CHANGES: [string, string, (tx: Query) => Promise<unknown>][] = [
  [
    'a charge that is smaller than what was asked for',
    'lost: charge',
    (tx) => tx`update credit_charges set amount = amount - 1 where hold_id is null`,
  ],
  [
    'a capture that is larger than what was asked for',
    'doubled: capture',
    (tx) => tx`update credit_charges set amount = amount + 1 where hold_id is not null`,
  ],
  [
    'a charge that another application has',
    'lost: charge',
    (tx) => tx`update credit_charges set application_id = gen_random_uuid() where hold_id is null`,
  ],
  [
    'a key without an effect',
    'lost: reverse',
    (tx) => tx`delete from credit_requests where object_id in (select id from credit_reversals)`,
  ],
  [
    'a key that the application did not use',
    'doubled: ',
    (tx) => tx`
      insert into credit_requests
      select user_id, application_id, 'other', request_hash, object_id from credit_requests limit 1`,
  ],
  [
    'a hold that the application was not answered',
    'doubled: ',
    (tx) => tx`
      insert into credit_holds (user_id, id, application_id, amount, state, reason, created_at, expires_at, ended_at)
      select user_id, gen_random_uuid(), application_id, amount, state, reason, created_at, expires_at, ended_at
      from credit_holds where state = 'released'`,
  ],
  [
    'a released hold that is open again',
    'lost: release',
    (tx) => tx`update credit_holds set state = 'open', ended_at = null where state = 'released'`,
  ],
  [
    'an extension that is forgotten',
    'lost: extend',
    (tx) =>
      tx`update credit_holds set expires_at = expires_at - interval '1 minute' where state = 'open'`,
  ],
  [
    'more held than there is',
    'overspent: ',
    (tx) => tx`update credit_accounts set held = balance + 1`,
  ],
  [
    'a capture of a third party above its hold',
    'overspent: charge ',
    async (tx) => {
      await tx`update applications set is_first_party = false`
      await tx`update credit_holds set amount = 1 where state = 'captured'`
    },
  ],
  [
    'a reversal that its charge’s day does not know',
    'sums: charges given back and usage of their day',
    (tx) => tx`update credit_usage_days set given_back = 0`,
  ],
  [
    'a charge that passed without credit',
    'overspent: ',
    (tx) => tx`update credit_charges set owed = 1 where hold_id is null`,
  ],
  [
    'credit that was spent although other credit ended before it',
    'order: ',
    (tx) => tx`update credit_lots set expires_at = now() where remaining = granted`,
  ],
  [
    'another balance',
    'sums: balance and lots',
    (tx) => tx`update credit_accounts set balance = balance + 1`,
  ],
  [
    'another balance than that of the ledger',
    'sums: balance and ledger',
    (tx) => tx`update credit_accounts set balance = balance + 1`,
  ],
  ['another sum of holds', 'sums: held', (tx) => tx`update credit_accounts set held = held - 1`],
  [
    'charges that are not those of the ledger',
    'sums: charge and its entries',
    (tx) => tx`update credit_charges set amount = amount + 1`,
  ],
  [
    'reversals that are not those of the ledger',
    'sums: reversals and their entries',
    (tx) => tx`update credit_reversals set amount = amount + 1`,
  ],
  [
    'a charge that does not know its reversal',
    'sums: charge and its reversals',
    (tx) => tx`update credit_charges set reversed = 0`,
  ],
  [
    'another usage of the day',
    'sums: charges and usage of the day',
    (tx) => tx`update credit_usage_days set charged = charged + 1`,
  ],
  [
    'another number of charges of the day',
    'sums: number of charges and usage of the day',
    (tx) => tx`update credit_usage_days set charges = charges + 1`,
  ],
  [
    'a day without its usage',
    'sums: reversals and usage of the day',
    (tx) => tx`delete from credit_usage_days`,
  ],
]

test('each change behind the shop’s back is found', async () => {
  await using shop = await startSpending()
  class RolledBack extends Error {}
  for (const [name, finding, change] of CHANGES) {
    const findings: string[] = []
    const changing = shop.sql.begin(async (tx) => {
      await change(tx)
      findings.push(...(await checkSpending({ sql: tx }, [shop.application], new Date())).findings)
      throw new RolledBack()
    })
    await expect(changing).rejects.toThrow(RolledBack)
    const isFound = findings.some((line) => line.startsWith(finding))
    expect({ name, findings, isFound }).toMatchObject({ isFound: true })
  }
})

test('a hold that is open beyond its time is found', async () => {
  await using shop = await startSpending()
  const { findings, open } = await checkSpending(shop, [shop.application], LATER)
  expect({ findings, open }).toEqual({ open: 1, findings: [expect.stringMatching(/^open: hold /)] })
})

test('requests that were refused, answered nothing, answered twice or of another user are found', async () => {
  await using shop = await startSpending()
  const { book } = shop.application
  const [charge] = book.requests
  const findingsOf = async (changed: Partial<typeof charge>) => {
    const requests = [{ ...charge!, ...changed }, ...book.requests.slice(1)]
    const application = { ...shop.application, book: { ...book, requests } }
    return (await checkSpending(shop, [application], new Date())).findings
  }
  expect(await findingsOf({ answer: null, refusal: 'CREDIT_SHORT' })).toContainEqual(
    expect.stringMatching(/^lost: charge .* was answered CREDIT_SHORT, and made /),
  )
  expect(await findingsOf({ answer: null, key: 'never-sent' })).toContain(
    'lost: charge never-sent was never answered',
  )
  expect(await findingsOf({ answer: null, key: 'refused', refusal: 'NOT_FOUND' })).toContain(
    'lost: charge refused was answered NOT_FOUND',
  )
  expect(await findingsOf({ others: ['another'] })).toContainEqual(
    expect.stringMatching(/^doubled: charge .* and another$/),
  )
  expect(await findingsOf({ user: 'another' })).toContainEqual(
    expect.stringMatching(/^wrong: charge .* has not allowed it$/),
  )
})

test('a statement without one of the application’s charges is found', async () => {
  await using shop = await startSpending()
  expect(await compareStatements(shop.application)).toEqual([])
  const { book } = shop.application
  const requests = book.requests.slice(1)
  const findings = await compareStatements({ ...shop.application, book: { ...book, requests } })
  expect(findings).toEqual([
    expect.stringContaining('2 charges and 1 reversals, 2 in its own book'),
  ])
})
