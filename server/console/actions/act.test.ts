import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import * as audit from '#contract/console/audit.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { previewOf } from '../../testing/console/console.ts'
import { type Colleague, perform, startSigning } from '../../testing/console/signing.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { consumeAsTool } from '../../testing/refunds.ts'

const MINUTE = 60_000
const fixtureOf = oncePerFile(startSigning)

function run(
  operator: Colleague,
  command: string,
  given: Record<string, string>,
  mark: string | null = null,
) {
  return operator.call(act, { command, given, mark })
}

function doneOf({ body }: Awaited<ReturnType<typeof run>>) {
  if (body.data?.is !== 'done') throw new Error(`${body.code}: ${body.message}`)
  return body.data
}

test('action is shown first and done once with its mark, whether its preview moves or not', async () => {
  const { shop, staff } = await fixtureOf()
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const given = { user: user.user.email, give: '500', reason: '补偿' }
  const shown = await previewOf(finance, 'users credit', given)
  expect(shown.preview.sentences).toEqual([
    `将调整 ${user.user.email}（Ann）的积分：+500，现有 0`,
    '原因（用户可见）：补偿',
  ])
  expect(await shop.balance(user)).toBe(0)
  const done = await run(finance, 'users credit', given, shown.mark)
  expect(done.body.data).toMatchObject({
    is: 'done',
    report: { facts: expect.arrayContaining([{ label: '余额', value: '500' }]) },
  })
  const again = await run(finance, 'users credit', given, shown.mark)
  expect(again).toMatchObject({
    ...{
      status: 409,
      body: { code: 'ACTION_REPEATED', message: expect.stringContaining('已经做过同样的调整') },
    },
  })
  expect(await shop.balance(user)).toBe(500)

  const support = await staff.newOperator('support')
  const named = { user: user.user.email }
  const { mark } = await previewOf(support, 'users sessions-revoke', named)
  const revoked = await run(support, 'users sessions-revoke', named, mark)
  expect(revoked.body.data).toMatchObject({ is: 'done' })
  await shop.login(user.user.email)
  const repeated = await run(support, 'users sessions-revoke', named, mark)
  expect(repeated).toMatchObject({ status: 409, body: { code: 'ACTION_REPEATED' } })
})

test('of ten posts of one mark at once one acts', async () => {
  const { shop, staff } = await fixtureOf()
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const given = { user: user.user.email, give: '500', reason: '补偿' }
  const { mark } = await previewOf(finance, 'users credit', given)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => run(finance, 'users credit', given, mark)),
  )
  const done = answers.filter(({ body }) => body.data?.is === 'done')
  expect(done).toHaveLength(1)
  for (const { body } of answers) {
    if (body.data?.is === 'done') continue
    expect(body.data?.is === 'preview' || body.code === 'ACTION_REPEATED').toBe(true)
  }
  expect(await shop.balance(user)).toBe(500)
})

test('mark is good for its session, command, input and 15 minutes alone', async () => {
  const { shop, staff } = await fixtureOf()
  const user = await shop.newUser()
  const other = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const colleague = await staff.newOperator('finance')
  const given = { user: user.user.email, give: '500', reason: '补偿' }
  const { mark } = await previewOf(finance, 'users credit', given)
  const misuses = [
    await run(colleague, 'users credit', given, mark),
    await run(finance, 'users credit', { ...given, give: '5000' }, mark),
    await run(finance, 'users credit', { ...given, user: other.user.email }, mark),
    await run(finance, 'users credit', given, `${mark}x`),
    await run(
      finance,
      'users credit',
      given,
      mark.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    ),
    await run(finance, 'users credit', given, mark.replace(/\.\d+\./, '.9999999999999.')),
  ]
  for (const { body } of misuses) expect(body.data).toMatchObject({ is: 'preview' })
  shop.advance(15 * MINUTE)
  const late = await run(finance, 'users credit', given, mark)
  expect(late).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_NEEDED' } })
  const begun = await finance.call(signIn.beginPasskeyConfirmation, {})
  const response = finance.device.get(begun.body.data.options)
  expect((await finance.call(signIn.confirmWithPasskey, { response })).status).toBe(200)
  expect((await run(finance, 'users credit', given, mark)).body.data).toMatchObject({
    is: 'preview',
  })
  shop.advance(-15 * MINUTE)
  expect(await shop.balance(user)).toBe(0)
})

test('preview of a refund says what spent credit leads to, and a part can be followed by another', async () => {
  const { shop, staff } = await fixtureOf()
  const user = await shop.newUser()
  const { orderId } = await shop.buy(user)
  const finance = await staff.newOperator('finance')
  const part = { order: orderId, amount: '5.00', reason: '补偿' }
  const first = await previewOf(finance, 'orders refund', part)
  expect(first.preview.sentences).toContain('将扣回积分 502，用户的余额 2,000 → 1,498')
  const done = doneOf(await run(finance, 'orders refund', part, first.mark))
  expect(done.report.facts).toContainEqual({ label: '扣回积分', value: '502' })
  expect(done.isFinal).toBeUndefined()
  expect(await shop.balance(user)).toBe(1498)

  await consumeAsTool(shop, user, 1000)
  await perform(finance, 'users credit', { user: user.user.id, give: '300', reason: '活动' })
  const rest = { order: orderId, amount: '14.90', reason: '其余' }
  const whole = await previewOf(finance, 'orders refund', rest)
  expect(whole.preview.sentences).toEqual([
    '将退款 ¥14.90',
    '将扣回积分 1,498，用户的余额 798 → −700',
    '这笔订单的积分不够扣，其中 300 从用户的其他积分里扣',
    '其中 700 已经花掉，记为欠额，由用户以后得到的积分抵扣',
    '原因（买家可见）：其余',
  ])
  expect(doneOf(await run(finance, 'orders refund', rest, whole.mark)).isFinal).toBe(true)
  expect(await shop.balance(user)).toBe(-700)
})

test('wrong fields and refusals are told in the words of the form', async () => {
  const { shop, staff } = await fixtureOf()
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const missing = await run(finance, 'users credit', { give: 'x', user: '' })
  expect(missing).toMatchObject({
    status: 400,
    body: {
      code: 'VALIDATION',
      fields: { user: '必须填写', reason: '必须填写', give: '应为 1–1000000000 的整数' },
    },
  })
  const both = await run(finance, 'users credit', {
    user: user.user.email,
    give: '1',
    take: '1',
    reason: 'x',
  })
  expect(both.body).toMatchObject({ fields: { give: '“增加”与“扣除”必须写且只能写一个' } })
  const { orderId } = await shop.buy(user)
  const unusual = await run(finance, 'orders refund', { order: orderId, amount: '1' })
  expect(unusual).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  const sentence = '按规则应退 ¥19.90，退得比它多或少时“原因”必须填写'
  expect(unusual.body).toMatchObject({ fields: { reason: sentence } })
  // a sentence about no field is the form's
  const mail = await run(await staff.newOperator('support'), 'mail resend', {})
  expect(mail.body).toMatchObject({ code: 'VALIDATION', message: expect.stringMatching(/./) })
  expect(mail.body.fields ?? {}).toEqual({})
  const nobody = await run(finance, 'users credit', {
    user: 'no@shop.test',
    give: '1',
    reason: 'x',
  })
  expect(nobody).toMatchObject({ status: 422, body: { code: 'ACTION_REFUSED' } })
  expect(nobody.body.message).toContain('没有这个用户：no@shop.test')
  const forPrograms = await run(finance, 'users credit', {
    user: user.user.email,
    give: '1',
    reason: 'x',
    key: 'k',
  })
  expect(forPrograms).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
})

test('what was done and refused is in the audit log with channel, operator, session and address', async () => {
  const { shop, staff } = await fixtureOf()
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance', { ip: '198.51.100.7' })
  const given = { user: user.user.email, give: '500', reason: '补偿' }
  const { mark } = await previewOf(finance, 'users credit', given)
  await run(finance, 'users credit', given, mark)
  const take = { user: user.user.email, take: '900', reason: '更正' }
  expect((await run(finance, 'users credit', take)).status).toBeGreaterThan(399)
  const rows = await shop.sql`
    select a.channel, a.operator, a.address, a.subject, a.outcome, s.operator_id = a.operator_id as "isOwn"
    from operator_actions a join operator_sessions s on s.id = a.session_id
    where a.operator = ${finance.email} and a.command = 'users credit' order by a.id`
  const row = {
    channel: 'console',
    operator: finance.email,
    address: '198.51.100.7',
    subject: user.user.id,
    isOwn: true,
  }
  expect(rows).toEqual([
    { ...row, outcome: 'done' },
    { ...row, outcome: 'refused' },
  ])
  const read = async (filter: Record<string, string>) =>
    (await finance.call(audit.listAudit, filter)).body.data.entries.map((entry) => [
      entry.title,
      entry.outcome,
    ])
  expect(await read({ command: 'users credit', operator: finance.email })).toEqual([
    ['调整积分', 'refused'],
    ['调整积分', 'done'],
  ])
  expect(await read({ subject: user.user.id, outcome: 'done' })).toEqual([['调整积分', 'done']])
  // the log keeps the id, whoever reads has the address
  expect(await read({ subject: user.user.email.toUpperCase(), outcome: 'done' })).toEqual([
    ['调整积分', 'done'],
  ])
  expect(await read({ operator: 'other@shop.test' })).toEqual([])
})
