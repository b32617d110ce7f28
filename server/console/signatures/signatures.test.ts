import { expect, test } from 'vitest'
import { listAudit } from '#contract/console/audit.ts'
import {
  dropRequest,
  listSignatureRequests,
  signRequest,
} from '#contract/console/staff/signatures.ts'
import {
  type Colleague,
  dismissStaff,
  perform,
  sign,
  startSigning,
  waiting,
} from '../../testing/console/signing.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const DAY = 24 * 60 * 60_000
const fixtureOf = oncePerFile(startSigning)

/** The shop of this file without the staff of the tests before. */
async function start() {
  const fixture = await fixtureOf()
  await dismissStaff(fixture.shop)
  return fixture
}

test('adjustments beyond the daily sum wait for another owner or finance, who sees them anew and signs once', async () => {
  const { shop, staff } = await start()
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
    join operator_requests r on r.id = a.request_id where a.operator = ${finance.email}`
  expect(rows).toEqual([
    { operator: finance.email, signer: owner.email, outcome: 'signed', given: {} },
  ])
})

test('each operator has a sum of his own, which begins anew at midnight; refused actions do not count, failed and open ones do', async () => {
  const { shop, staff } = await start()
  const { user } = await shop.newUser()
  const ann = await staff.newOperator('finance')
  const bob = await staff.newOperator('finance')
  const give = async (operator: Colleague, sum: number) => {
    const given = { user: user.email, give: String(sum), reason: 'x' }
    return (await perform(operator, 'users credit', given)).body.data.is
  }
  /** What Bob did yesterday, or what he did besides: the log itself never changes. */
  const rewrite = async (change: () => Promise<unknown>) => {
    await shop.sql`alter table operator_actions disable trigger operator_actions_stay`
    await change()
    await shop.sql`alter table operator_actions enable trigger operator_actions_stay`
  }
  const past = (outcome: string | null) => shop.sql`
    insert into operator_actions
      (id, channel, operator, operator_id, command, given, weight_kind, weight, outcome, result, finished_at)
    select gen_random_uuid(), 'console', email, id, 'users credit', '{}', 'credit', 50000, ${outcome}::text,
      case when ${outcome}::text is not null then '{}'::jsonb end,
      case when ${outcome}::text is not null then now() end
    from operators where email = ${bob.email}`
  expect([await give(ann, 100_000), await give(bob, 100_000)]).toEqual(['done', 'done'])
  expect([await give(ann, 1), await give(bob, 1)]).toEqual(['waiting', 'waiting'])
  await rewrite(
    () => shop.sql`
      update operator_actions set started_at = started_at - interval '1 day'
      where weight is not null and operator = ${bob.email}`,
  )
  await past('refused')
  expect(await give(bob, 60_000)).toBe('done')
  for (const outcome of ['failed', null]) {
    await past(outcome)
    expect([outcome, await give(bob, 10_000)]).toEqual([outcome, 'waiting'])
    await rewrite(
      () => shop.sql`
        delete from operator_actions where operator = ${bob.email} and weight = 50000
          and outcome is not distinct from ${outcome}::text`,
    )
  }
})

test('of two actions at once that fit only one by one, one waits', async () => {
  const { shop, staff } = await start()
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
  const { shop, staff } = await start()
  const user = await shop.newUser()
  const owner = await staff.newOperator('owner')
  await staff.newOperator('support')
  const gone = await staff.newOperator('finance')
  await shop.sql`update operators set disabled_at = now() where email = ${gone.email}`
  const given = { user: user.user.email, give: '900000', reason: 'x' }
  expect((await perform(owner, 'users credit', given)).body.data.is).toBe('done')
})

test('refund beyond the daily sum is paid back only when it is signed; looking at it while the provider is away leaves it waiting', async () => {
  const { shop, staff } = await start()
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const orders: string[] = []
  // ¥998 each: two fit into ¥2,000
  for (let n = 0; n < 3; n += 1) {
    orders.push((await shop.buy(user, { id: 'large', num: 20 })).orderId)
  }
  const answers = []
  for (const order of orders) answers.push(await perform(finance, 'orders refund', { order }))
  expect(answers.map(({ body }) => body.data.is)).toEqual(['done', 'done', 'waiting'])
  const refunds = () => shop.sql`select from refunds where order_id = any(${orders}::uuid[])`
  expect(await refunds()).toHaveLength(2)
  const [request] = await waiting(owner)
  shop.proxy.fault = () => 'reset before'
  const looked = await owner.call(signRequest, { id: request!.id, mark: null })
  expect(looked.status).toBeGreaterThanOrEqual(400)
  shop.proxy.fault = () => null
  expect(await waiting(owner)).toMatchObject([{ id: request!.id }])
  expect((await sign(owner, request!.id)).body.data).toMatchObject({ is: 'done' })
  expect(await refunds()).toHaveLength(3)
  const { entries } = (await finance.call(listAudit, { command: 'orders refund', outcome: 'done' }))
    .body.data
  expect(entries.map(({ operator, signedBy }) => [operator, signedBy])).toEqual([
    [finance.email, owner.email],
    [finance.email, null],
    [finance.email, null],
  ])
})

test('request is withdrawn, refused, ends after seven days, or goes with its operator’s role and with the account', async () => {
  const { shop, staff } = await start()
  const [user, closed] = [await shop.newUser(), await shop.newUser()]
  const finance = await staff.newOperator('finance')
  const leaving = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const ask = async (amount: number, operator = finance, { email } = user.user) => {
    const given = { user: email, give: String(amount), reason: 'x' }
    const { body } = await perform(operator, 'users credit', given)
    if (body.data.is !== 'waiting') throw new Error('it does not wait')
    return body.data.requestId
  }
  const own = await ask(200_000)
  expect((await finance.call(dropRequest, { id: own })).status).toBe(200)
  const refused = await ask(200_001)
  expect((await owner.call(dropRequest, { id: refused })).status).toBe(200)
  for (const id of [own, refused]) expect((await sign(owner, id)).status).toBe(409)
  const rows = await shop.sql`
    select outcome from operator_requests where operator_id = ${finance.operator.id} order by requested_at`
  expect(rows).toEqual([{ outcome: 'withdrawn' }, { outcome: 'refused' }])

  await ask(200_002, leaving)
  expect(await waiting(owner)).toHaveLength(1)
  await perform(owner, 'operators role', { operator: leaving.email, role: 'viewer' })
  expect(await waiting(owner)).toEqual([])

  const gone = await ask(200_003, finance, closed.user)
  await shop.sql`
    update users set closed_at = now(), closing_at = null, email = null, password_hash = null,
      email_verified_at = null
    where id = ${closed.user.id}`
  expect(await shop.sql`select from operator_requests where id = ${gone}`).toEqual([])

  const late = await ask(200_004)
  shop.advance(7 * DAY)
  const later = await staff.newOperator('owner')
  expect(await waiting(later)).toEqual([])
  expect((await sign(later, late)).status).toBe(409)
  shop.advance(-7 * DAY)
  expect(await shop.balance(user)).toBe(0)
})

test('requester is told by mail and in the list what became of a request; a new colleague reads from when on to sign', async () => {
  const { shop, staff } = await start()
  const { user } = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const ask = (amount: string) =>
    perform(finance, 'users credit', { user: user.email, give: amount, reason: '补偿' })
  for (const amount of ['100001', '100002', '100003'])
    expect((await ask(amount)).body.data.is).toBe('waiting')
  const requests = await waiting(owner)
  await sign(owner, requests[0]!.id)
  await owner.call(dropRequest, { id: requests[1]!.id })
  await finance.call(dropRequest, { id: requests[2]!.id })
  const read = async (colleague: Colleague) =>
    (await colleague.call(listSignatureRequests, {})).body.data
  const by = { title: '调整积分', decidedBy: owner.email }
  expect((await read(finance)).ended).toMatchObject([
    { ...by, outcome: 'refused' },
    { ...by, outcome: 'signed' },
  ])
  expect((await read(owner)).ended).toEqual([])
  const mails = await shop.sql<{ subject: string }>`
    select payload ->> 'subject' as subject from jobs
    where kind = 'mail' and payload ->> 'to' = ${finance.email} order by id`
  expect(mails.map(({ subject }) => subject).slice(-2)).toEqual([
    '您申请的“调整积分”已签字',
    '您申请的“调整积分”已拒绝',
  ])
  expect((await read(owner)).signsLater).toBeNull()
  await shop.sql`update operators set unchanged_since = now() where email = ${owner.email}`
  const { since, from } = (await read(owner)).signsLater!
  expect(Date.parse(from) - Date.parse(since)).toBe(24 * 60 * 60_000)
})
