import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { stopEmailRecovery } from '#contract/account/email-recovery.ts'
import { perform, sign, signOnly, startSigning, waiting } from '../../testing/console/signing.ts'
import { startRecovery } from '../../testing/email-recovery.ts'

test('a block that would take the link of a waiting change of the address its power is signed; any other is made at once', async () => {
  await using fixture = await startSigning()
  const { shop, staff } = fixture
  const owner = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const block = async (email: string) =>
    (await perform(owner, 'users block', { user: email, reason: '核实' })).body.data
  expect(await block(bob.user.email)).toMatchObject({ is: 'done' })

  await startRecovery(shop, ann, 'new@example.com')
  expect(await block(ann.user.email)).toMatchObject({ is: 'waiting' })
  expect((await ann.call(api.account.profile, {})).status).toBe(200)
  await signOnly(other)
  expect((await ann.call(api.account.profile, {})).status).toBe(401)
})

test('until it is signed the customer stops the change by the link', async () => {
  await using fixture = await startSigning()
  const { shop, staff } = fixture
  const owner = await staff.newOperator('owner')
  await staff.newOperator('owner')
  const ann = await shop.newUser()
  const { stop } = await startRecovery(shop, ann, 'new@example.com')
  await perform(owner, 'users block', { user: ann.user.email, reason: '核实' })
  expect((await ann.call(stopEmailRecovery, { token: stop })).status).toBe(200)
})

test('a request whose address belongs to somebody else by now is not signed', async () => {
  await using fixture = await startSigning()
  const { shop, staff } = fixture
  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const [ann, bob] = [await shop.newUser(), await shop.newUser()]
  const given = { user: ann.user.email, give: '200000', reason: '补偿' }
  expect((await perform(finance, 'users credit', given)).body.data).toMatchObject({ is: 'waiting' })
  await shop.sql`update users set email = 'moved@example.com' where id = ${ann.user.id}`
  await shop.sql`update users set email = ${ann.user.email} where id = ${bob.user.id}`
  const [request] = await waiting(owner)
  const signed = await sign(owner, request!.id)
  expect([signed.status, signed.body.message]).toEqual([
    422,
    expect.stringMatching(/^申请提出之后，填写的邮箱换了账户/),
  ])
  expect([await shop.balance(ann), await shop.balance(bob)]).toEqual([0, 0])
  expect(await waiting(owner)).toHaveLength(1)
})
