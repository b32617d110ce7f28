import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { signRequest } from '#contract/console/staff/signatures.ts'
import { perform, sign, startSigning as start, waiting } from '../../testing/console/signing.ts'

const DAY = 24 * 60 * 60_000

test('looking at a request while the provider is away leaves it waiting', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const orders: string[] = []
  for (let n = 0; n < 3; n += 1) {
    orders.push((await shop.buy(user, { id: 'large', num: 20 })).orderId)
  }
  const refunds = []
  for (const order of orders) refunds.push(await perform(finance, 'orders refund', { order }))
  expect(refunds.at(-1)!.body.data.is).toBe('waiting')
  const [request] = await waiting(owner)
  shop.proxy.fault = () => 'reset before'
  const looked = await owner.call(signRequest, { id: request!.id, mark: null })
  expect(looked.status).toBeGreaterThanOrEqual(400)
  shop.proxy.fault = () => null
  expect(await waiting(owner)).toMatchObject([{ id: request!.id }])
  expect((await sign(owner, request!.id)).body.data).toMatchObject({ is: 'done' })
})

test('whoever joined, was enabled or given another role a moment ago does not sign', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  await staff.newOperator('owner')
  const sock = await staff.newOperator('finance', { isNew: true })
  const given = { user: user.user.email, give: '200000', reason: 'x' }
  const asked = await perform(finance, 'users credit', given)
  if (asked.body.data.is !== 'waiting') throw new Error('it does not wait')
  const { requestId } = asked.body.data
  expect(await sign(sock, requestId)).toMatchObject({
    status: 422,
    body: { code: 'ACTION_REFUSED' },
  })
  shop.advance(DAY)
  await shop.sql`update operator_sessions set last_seen_at = now() + interval '1 day',
    expires_at = now() + interval '2 days', confirmed_at = now() + interval '1 day'`
  expect((await sign(sock, requestId)).body.data).toMatchObject({ is: 'done' })
})

test('disabling the only colleague does not end the second signature', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const owner = await staff.newOperator('owner')
  const finance = await staff.newOperator('finance')
  const give = (amount: number) =>
    perform(owner, 'users credit', { user: user.user.email, give: String(amount), reason: 'x' })
  expect((await give(200_000)).body.data.is).toBe('waiting')
  expect(
    (await perform(owner, 'operators disable', { operator: finance.email })).body.data.is,
  ).toBe('done')
  expect((await give(200_001)).body.data.is).toBe('waiting')
})

test('requests of an operator who is disabled or given another role are withdrawn', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const given = { user: user.user.email, give: '200000', reason: 'x' }
  expect((await perform(finance, 'users credit', given)).body.data.is).toBe('waiting')
  expect(await waiting(owner)).toHaveLength(1)
  await perform(owner, 'operators role', { operator: finance.email, role: 'viewer' })
  expect(await waiting(owner)).toEqual([])
})

test('one mark acts or becomes a request, never both; the mark of one request signs no other', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const given = { user: user.user.email, give: '60000', reason: 'x' }
  const shown = await finance.call(act, { command: 'users credit', given, mark: null })
  if (shown.body.data.is !== 'preview') throw new Error('no preview')
  const { mark } = shown.body.data
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => finance.call(act, { command: 'users credit', given, mark })),
  )
  const kinds = answers.map(({ body }) => body.data?.is ?? body.code)
  expect(kinds.filter((kind) => kind === 'done')).toHaveLength(1)
  expect(kinds).not.toContain('waiting')

  const same = { user: user.user.email, give: '90000', reason: 'y' }
  for (let n = 0; n < 2; n += 1) await perform(finance, 'users credit', same)
  const [first, second] = await waiting(owner)
  const seen = await owner.call(signRequest, { id: first!.id, mark: null })
  if (seen.body.data.is !== 'preview') throw new Error('no preview')
  const other = await owner.call(signRequest, { id: second!.id, mark: seen.body.data.mark })
  expect(other.body.data).toMatchObject({ is: 'preview' })
})
