import { expect, test } from 'vitest'
import { previewOf, startTestConsole } from '../../testing/console/console.ts'
import { act, listActionForms } from '#contract/console/actions.ts'
import { signRequest } from '#contract/console/staff/signatures.ts'
import {
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

test('whoever joined, was enabled or given another role a moment ago does not sign', async () => {
  const { shop, staff } = await start()
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
  shop.advance(-DAY)
})

test('disabling the only colleague does not end the second signature', async () => {
  const { shop, staff } = await start()
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

test('where the operator does without signatures nobody waits for one, and what applications need is not offered', async () => {
  const { shop } = await start()
  const user = await shop.newUser()
  await using staff = await startTestConsole(shop.deps, {}, ['signatures', 'applications'])
  const owner = await staff.newOperator('owner')
  await staff.newOperator('finance')
  const given = { user: user.user.email, give: '200000', reason: 'x' }
  expect((await perform(owner, 'users credit', given)).body.data.is).toBe('done')
  const { groups } = (await owner.call(listActionForms, {})).body.data
  const commands = groups.flatMap(({ forms }) => forms.map(({ command }) => command))
  expect(commands).toContain('orders refund')
  expect(commands.filter((command) => command.startsWith('applications'))).toEqual([])
})

test('one mark acts or becomes a request, never both; the mark of one request signs no other', async () => {
  const { shop, staff } = await start()
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const owner = await staff.newOperator('owner')
  const given = { user: user.user.email, give: '60000', reason: 'x' }
  const { mark } = await previewOf(finance, 'users credit', given)
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

test('a request whose address belongs to somebody else by now is not signed', async () => {
  const { shop, staff } = await start()
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
