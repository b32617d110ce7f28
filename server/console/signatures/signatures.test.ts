import { expect, test } from 'vitest'
import { listAudit } from '#contract/console/audit.ts'
import { dropRequest } from '#contract/console/staff/signatures.ts'
import {
  type Colleague,
  perform,
  sign,
  startSigning as start,
  waiting,
} from '../../testing/console/signing.ts'

const DAY = 24 * 60 * 60_000
const LONG = 60_000

test('adjustments beyond the daily sum wait for another owner or finance, who sees them anew and signs once', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const support = await staff.newOperator('support')
  const give = (amount: number) =>
    perform(finance, 'users credit', {
      user: user.user.email,
      give: String(amount),
      reason: '补偿',
    })
  expect((await give(60_000)).body.data).toMatchObject({ is: 'done' })
  expect((await give(40_000)).body.data).toMatchObject({ is: 'done' })
  const beyond = await give(1)
  expect(beyond.body.data).toMatchObject({ is: 'waiting' })
  expect(await shop.balance(user)).toBe(100_000)
  const [request] = await waiting(owner)
  expect(request).toMatchObject({
    operator: finance.email,
    title: '调整积分',
    reason: '补偿',
    isOwn: false,
  })
  expect(request!.preview.sentences[0]).toContain('+1，现有 100,000')
  expect(await waiting(support)).toEqual([])
  expect(await waiting(finance)).toMatchObject([{ isOwn: true }])
  expect((await sign(finance, request!.id)).status).toBe(403)
  expect((await sign(support, request!.id)).status).toBe(409)
  expect((await sign(owner, request!.id)).body.data).toMatchObject({ is: 'done' })
  expect(await shop.balance(user)).toBe(100_001)
  expect((await sign(owner, request!.id)).status).toBe(409)
  const rows = await shop.sql`
    select a.operator, s.email as signer, r.outcome, r.given
    from operator_actions a join operators s on s.id = a.signed_by
    join operator_requests r on r.id = a.request_id`
  expect(rows).toEqual([
    { operator: finance.email, signer: owner.email, outcome: 'signed', given: {} },
  ])
})

test('each operator has a sum of his own, which begins anew at midnight', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const ann = await staff.newOperator('finance')
  const bob = await staff.newOperator('finance')
  const give = (operator: Colleague) =>
    perform(operator, 'users credit', { user: user.user.email, give: '100000', reason: 'x' })
  expect((await give(ann)).body.data.is).toBe('done')
  expect((await give(bob)).body.data.is).toBe('done')
  expect((await give(ann)).body.data.is).toBe('waiting')
  await shop.sql`alter table operator_actions disable trigger operator_actions_stay`
  await shop.sql`update operator_actions set started_at = started_at - interval '1 day' where weight is not null`
  expect((await give(ann)).body.data.is).toBe('done')
})

test('of two actions at once that fit only one by one, one waits', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const users = [await shop.newUser(), await shop.newUser()]
  const finance = await staff.newOperator('finance')
  await staff.newOperator('owner')
  const answers = await Promise.all(
    users.map(({ user }) =>
      perform(finance, 'users credit', { user: user.email, give: '60000', reason: 'x' }),
    ),
  )
  expect(answers.map(({ body }) => body.data.is).toSorted()).toEqual(['done', 'waiting'])
})

test('with one such person alone nobody signs; a disabled colleague or one of another role does not count', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const owner = await staff.newOperator('owner')
  await staff.newOperator('support')
  const gone = await staff.newOperator('finance')
  await shop.sql`update operators set disabled_at = now() where email = ${gone.email}`
  const given = { user: user.user.email, give: '900000', reason: 'x' }
  expect((await perform(owner, 'users credit', given)).body.data.is).toBe('done')
})

test(
  'refund beyond the daily sum is paid back only when it is signed',
  async () => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const user = await shop.newUser()
    const finance = await staff.newOperator('finance')
    const owner = await staff.newOperator('owner')
    // ¥998 each: two fit into ¥2,000
    const { orderId } = await shop.buy(user, { id: 'large', num: 20 })
    await shop.buy(user, { id: 'large', num: 20 })
    const third = await shop.buy(user, { id: 'large', num: 20 })
    const refund = (order: string) => perform(finance, 'orders refund', { order })
    expect((await refund(orderId)).body.data.is).toBe('done')
    expect((await refund(third.orderId)).body.data.is).toBe('done')
    const [second] = await shop.sql<{ id: string }>`
      select id from orders where refunded_amount = 0`
    expect((await refund(second!.id)).body.data.is).toBe('waiting')
    expect(await shop.sql`select from refunds`).toHaveLength(2)
    const [request] = await waiting(owner)
    expect((await sign(owner, request!.id)).body.data).toMatchObject({ is: 'done' })
    expect(await shop.sql`select from refunds`).toHaveLength(3)
    const { entries } = (await finance.call(listAudit, { command: 'orders refund' })).body.data
    expect(entries.map(({ operator, signedBy }) => [operator, signedBy])).toEqual([
      [finance.email, owner.email],
      [finance.email, null],
      [finance.email, null],
    ])
  },
  LONG,
)

test('request is withdrawn, refused, or ends after seven days', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const ask = async (amount: number) => {
    const given = { user: user.user.email, give: String(amount), reason: 'x' }
    const { body } = await perform(finance, 'users credit', given)
    if (body.data.is !== 'waiting') throw new Error('it does not wait')
    return body.data.requestId
  }
  const own = await ask(200_000)
  expect((await finance.call(dropRequest, { id: own })).status).toBe(200)
  const refused = await ask(200_001)
  expect((await owner.call(dropRequest, { id: refused })).status).toBe(200)
  for (const id of [own, refused]) expect((await sign(owner, id)).status).toBe(409)
  const late = await ask(200_002)
  const rows = await shop.sql`select outcome from operator_requests order by requested_at`
  expect(rows).toEqual([{ outcome: 'withdrawn' }, { outcome: 'refused' }, { outcome: null }])
  shop.advance(7 * DAY)
  const later = await staff.newOperator('owner')
  expect(await waiting(later)).toEqual([])
  expect((await sign(later, late)).status).toBe(409)
  expect(await shop.balance(user).catch(() => 0)).toBe(0)
})

test('request about an account that is closed goes with it', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  await staff.newOperator('owner')
  const given = { user: user.user.email, give: '200000', reason: 'x' }
  expect((await perform(finance, 'users credit', given)).body.data.is).toBe('waiting')
  await shop.sql`
    update users set closed_at = now(), closing_at = null, email = null, password_hash = null,
      email_verified_at = null
    where id = ${user.user.id}`
  expect(await shop.sql`select from operator_requests`).toEqual([])
})

test('refused action does not count towards the sum; one that failed or did not end does', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  await staff.newOperator('owner')
  const give = () =>
    perform(finance, 'users credit', { user: user.user.email, give: '60000', reason: 'x' })
  const past = (outcome: string | null) => shop.sql`
    insert into operator_actions
      (id, channel, operator, operator_id, command, given, weight_kind, weight, outcome, result, finished_at)
    select gen_random_uuid(), 'console', email, id, 'users credit', '{}', 'credit', 50000, ${outcome}::text,
      case when ${outcome}::text is not null then '{}'::jsonb end,
      case when ${outcome}::text is not null then now() end
    from operators where email = ${finance.email}`
  await past('refused')
  expect((await give()).body.data.is).toBe('done')
  await past('failed')
  expect((await give()).body.data.is).toBe('waiting')
  await shop.sql`alter table operator_actions disable trigger operator_actions_stay`
  await shop.sql`delete from operator_actions where outcome = 'failed'`
  await past(null)
  expect((await give()).body.data.is).toBe('waiting')
})
