import { expect, test } from 'vitest'
import { previewOf } from '../../testing/console/console.ts'
import { act } from '#contract/console/actions.ts'
import { signRequest } from '#contract/console/staff/signatures.ts'
import { administer } from '../../testing/database/administer.ts'
import type { Sql } from '../../db/sql.ts'
import { setOperatorDisabled } from '../../operator/operators/operators.store.ts'
import { type Colleague, perform, startSigning, waiting } from '../../testing/console/signing.ts'
import type { TestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const fixtureOf = oncePerFile(startSigning)

/** The mark of the action's preview. */
async function agreedTo(operator: Colleague, command: string, given: Record<string, string>) {
  return { command, given, mark: (await previewOf(operator, command, given)).mark }
}

/** How many wait for a row, a table or an advisory lock. */
async function countWaiting(sql: Sql): Promise<number> {
  const rows = await sql`
    select from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and a.datname = current_database()`
  return rows.length
}

/** Disables the operator in a transaction that stays open until `commit`. */
async function beginDisabling(sql: Sql, operatorId: string) {
  const [disabled, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = sql.begin(async (tx) => {
    await setOperatorDisabled(tx, operatorId, { isDisabled: true, now: new Date() })
    disabled.resolve()
    await gate.promise
  })
  await disabled.promise
  return {
    commit() {
      gate.resolve()
      return ended
    },
  }
}

/** Lets no action begin until `release`. */
async function holdBegins({ sql, database }: Pick<TestServer, 'sql' | 'database'>) {
  await administer(
    database.url,
    `create or replace function hold() returns trigger language plpgsql as
       $$ begin perform pg_advisory_xact_lock_shared(7); return new; end $$;
     create or replace trigger hold before insert on operator_actions for each row execute function hold()`,
  )
  const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(7)`
    held.resolve()
    await gate.promise
  })
  await held.promise
  return {
    async release() {
      gate.resolve()
      await holding
    },
  }
}

/** Invitations of the operator and what the colleague is, as far as commands change it. */
async function stateOf(sql: Sql, operatorId: string, colleagueId: string) {
  const [invitations, colleague] = await Promise.all([
    sql`select from operator_invitations
      where invited_by = (select email from operators where id = ${operatorId})`,
    sql`select role, disabled_at, password_hash,
      (select count(*) from operator_passkeys where operator_id = ${colleagueId}) as passkeys
      from operators where id = ${colleagueId}`,
  ])
  return { invitations: invitations.length, colleague }
}

test('action of an operator who is being disabled waits for that and does not begin', async () => {
  const { shop, staff } = await fixtureOf()
  await staff.newOperator('owner')
  const owner = await staff.newOperator('owner')
  const user = await shop.newUser()
  const actions = [
    await agreedTo(owner, 'operators invite', {
      email: 'x@evil.test',
      role: 'owner',
      name: '备用',
    }),
    await agreedTo(owner, 'users sessions-revoke', { user: user.user.email }),
    await agreedTo(owner, 'users credit', { user: user.user.email, give: '10', reason: 'x' }),
    await agreedTo(owner, 'users credit', { user: user.user.email, give: '200000', reason: 'x' }),
  ]
  const count = async () => (await shop.sql`select from operator_actions`).length
  const before = await count()
  const disabling = await beginDisabling(shop.sql, owner.operator.id)
  let ended = 0
  const answers = actions.map(async (action) => {
    const answer = await owner.call(act, action)
    ended += 1
    return answer
  })
  await expect
    .poll(async () => ended + (await countWaiting(shop.sql)))
    .toBeGreaterThanOrEqual(actions.length)
  await disabling.commit()
  for (const { status } of await Promise.all(answers)) expect(status).toBe(401)
  expect(await count()).toBe(before)
  const left = await shop.sql`
    select email from operator_invitations where invited_by = ${owner.email}
    union all select command from operator_requests where operator_id = ${owner.operator.id}`
  expect(left).toEqual([])
})

test('signature of a colleague who is being disabled leaves the request waiting', async () => {
  const { shop, staff } = await fixtureOf()
  const owner = await staff.newOperator('owner')
  const finance = await staff.newOperator('finance')
  const asker = await staff.newOperator('finance')
  const user = await shop.newUser()
  const given = { user: user.user.email, give: '200000', reason: 'x' }
  expect((await perform(asker, 'users credit', given)).body.data.is).toBe('waiting')
  const { id } = (await waiting(finance)).find(({ operator }) => operator === asker.email)!
  const shown = await finance.call(signRequest, { id, mark: null })
  if (shown.body.data?.is !== 'preview') throw new Error(shown.body.message)
  const disabling = await beginDisabling(shop.sql, finance.operator.id)
  let hasEnded = false
  const signing = finance.call(signRequest, { id, mark: shown.body.data.mark }).then((answer) => {
    hasEnded = true
    return answer
  })
  await expect.poll(async () => hasEnded || (await countWaiting(shop.sql)) >= 1).toBe(true)
  await disabling.commit()
  expect((await signing).status).toBe(401)
  expect((await waiting(owner)).map((request) => request.id)).toContain(id)
  expect(await shop.balance(user)).toBe(0)
})

const BEGUN = [
  { command: 'operators invite', given: { email: 'y@evil.test', role: 'owner', name: '备用' } },
  { command: 'operators role', of: 'active', given: { role: 'owner' } },
  { command: 'operators enable', of: 'disabled', given: {} },
  { command: 'operators reset', of: 'active', given: {} },
  { command: 'operators disable', of: 'active', given: {} },
] as const

test('a command that has begun changes nothing once its operator is disabled', async () => {
  const { shop, staff } = await fixtureOf()
  await staff.newOperator('owner')
  for (const { command, given, ...rest } of BEGUN) {
    const colleague = await staff.newOperator('support')
    const owner = await staff.newOperator('owner')
    if ('of' in rest && rest.of === 'disabled') {
      await perform(owner, 'operators disable', { operator: colleague.email })
    }
    const filled = { ...given, ...('of' in rest && { operator: colleague.email }) }
    const action = await agreedTo(owner, command, filled)
    const before = await stateOf(shop.sql, owner.operator.id, colleague.operator.id)
    const begins = await holdBegins(shop)
    const answer = owner.call(act, action)
    await expect.poll(() => countWaiting(shop.sql)).toBeGreaterThanOrEqual(1)
    // asked for while the action begins, so it comes before the action's own transaction
    let isDisabled = false
    const disabling = shop.sql
      .begin(async (tx) => {
        await tx`lock table operators in exclusive mode`
        await setOperatorDisabled(tx, owner.operator.id, { isDisabled: true, now: new Date() })
      })
      .then(() => (isDisabled = true))
    await expect.poll(async () => isDisabled || (await countWaiting(shop.sql)) >= 2).toBe(true)
    await Promise.all([begins.release(), disabling])
    expect([command, (await answer).status]).toEqual([command, 401])
    expect(await stateOf(shop.sql, owner.operator.id, colleague.operator.id)).toEqual(before)
    const [row] = await shop.sql`
      select outcome, result ->> 'code' as code from operator_actions
      where command = ${command} and operator = ${owner.email} order by id desc limit 1`
    expect([command, row]).toEqual([command, { outcome: 'refused', code: 'UNAUTHENTICATED' }])
  }
})

test('of two owners who disable each other at once one is refused', async () => {
  const { shop, staff } = await fixtureOf()
  await staff.newOperator('owner')
  const ann = await staff.newOperator('owner')
  const bob = await staff.newOperator('owner')
  const [byAnn, byBob] = [
    await agreedTo(ann, 'operators disable', { operator: bob.email }),
    await agreedTo(bob, 'operators disable', { operator: ann.email }),
  ]
  const begins = await holdBegins(shop)
  const acting = [ann.call(act, byAnn), bob.call(act, byBob)]
  await expect.poll(() => countWaiting(shop.sql)).toBeGreaterThanOrEqual(2)
  await begins.release()
  const answers = await Promise.all(acting)
  const statuses = answers.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401])
  const disabled = await shop.sql`
    select from operators where disabled_at is not null and email in (${ann.email}, ${bob.email})`
  expect(disabled).toHaveLength(1)
})
