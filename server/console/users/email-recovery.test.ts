import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { listAudit } from '#contract/console/audit.ts'
import { readFigures } from '#contract/console/figures/figures.ts'
import { readConsoleUser } from '#contract/console/users.ts'
import { setUpTotp } from '../../testing/second-factor.ts'
import {
  dismissStaff,
  perform,
  sign,
  startSigning,
  waiting,
} from '../../testing/console/signing.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const fixtureOf = oncePerFile(startSigning)

/** The shop of this file without the staff of the tests before and without what waits. */
async function start() {
  const fixture = await fixtureOf()
  await dismissStaff(fixture.shop)
  await fixture.shop.sql`delete from email_recoveries`
  return fixture
}

const REASON = '视频核对了身份证，与订单姓名一致'

const given = (user: string, to = 'new@new.example') => ({ user, to, reason: REASON })

test('an owner asks, a colleague of finance signs, and then it waits and the first page shows it', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser({ email: 'ada@example.com' })
  const owner = await staff.newOperator('owner')
  const finance = await staff.newOperator('finance')
  const support = await staff.newOperator('support')
  const asked = await perform(
    owner,
    'users change-email',
    given('ada@example.com', 'ada@new.example'),
  )
  expect(asked.body.data).toMatchObject({ is: 'waiting' })
  // nothing has begun before the signature
  expect(await shop.mails('ada@example.com')).toEqual([])
  expect(await shop.sql`select from email_recoveries`).toEqual([])
  const [request] = await waiting(finance)
  expect(request).toMatchObject({ title: '换绑邮箱', operator: owner.email, isOwn: false })
  expect(await waiting(support)).toEqual([])
  expect((await sign(support, request!.id)).status).toBe(409)
  expect((await sign(owner, request!.id)).status).toBe(403)
  expect((await sign(finance, request!.id)).body.data).toMatchObject({ is: 'done' })

  expect((await shop.mails('ada@example.com')).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('申请了换绑邮箱'),
  ])
  expect(await shop.mails('ada@new.example')).toHaveLength(1)
  const { body } = await support.call(readConsoleUser, { user: ann.user.id })
  expect(body.data.emailRecovery).toMatchObject({
    oldEmail: 'ada@example.com',
    newEmail: 'ada@new.example',
    askedBy: owner.email,
    signedBy: finance.email,
    reason: REASON,
    state: 'waiting',
    confirmedAt: null,
  })
  const figures = await support.call(readFigures, {})
  expect(figures.body.data.waiting).toContainEqual(
    expect.objectContaining({ name: 'email-recoveries', due: body.data.emailRecovery!.dueAt }),
  )
  const others = await finance.call(readFigures, {})
  expect(others.body.data.waiting.map(({ name }) => name)).not.toContain('email-recoveries')
  // the audit log names no address of the customer
  const audit = await owner.call(listAudit, { command: 'users change-email' })
  expect(audit.body.data.entries).toMatchObject([{ subject: ann.user.id, reason: REASON }])
  expect(JSON.stringify(audit.body.data.entries)).not.toMatch(/ada@/)
})

test('the owner who is alone needs no signature, which the preview says; a second one changes that', async () => {
  const { shop, staff } = await start()
  const [ann, ben] = [await shop.newUser(), await shop.newUser()]
  const owner = await staff.newOperator('owner')
  await staff.newOperator('support')
  const look = (email: string) =>
    owner.call(act, { command: 'users change-email', given: given(email), mark: null })
  const shown = (await look(ann.user.email)).body.data
  if (shown.is !== 'preview') throw new Error('no preview')
  expect(shown.preview.sentences.at(-1)).toContain('不需要第二签字')
  const done = await perform(owner, 'users change-email', given(ann.user.email, 'amy@new.example'))
  expect(done.body.data).toMatchObject({ is: 'done' })
  const { body } = await owner.call(readConsoleUser, { user: ann.user.id })
  expect(body.data.emailRecovery).toMatchObject({ askedBy: owner.email, signedBy: null })

  const alone = (await look(ben.user.email)).body.data
  if (alone.is !== 'preview') throw new Error('no preview')
  await staff.newOperator('finance')
  const old = {
    command: 'users change-email',
    given: given(ben.user.email, 'ben@new.example'),
    mark: alone.mark,
  }
  const renewed = (await owner.call(act, old)).body.data
  if (renewed.is !== 'preview') throw new Error('the old preview was acted on')
  expect(renewed.preview.sentences.at(-1)).toContain('需要另一位所有者或财务签字')
})

test('an address that is taken, the same address, a closing account and a second change are refused', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser({ email: 'ava@example.com' })
  await shop.newUser({ email: 'taken-already@example.com' })
  const owner = await staff.newOperator('owner')
  const ask = async (to?: string) => {
    const call = { command: 'users change-email', given: given(ann.user.email, to), mark: null }
    return (await owner.call(act, call)).body
  }
  expect((await ask('taken-already@example.com')).message).toContain('已经有一个账户')
  expect((await ask('AVA@example.com')).message).toContain('就是现在的邮箱')
  expect((await ask('not an address')).code).toBe('VALIDATION')
  await shop.sql`update users set closing_at = now() + interval '7 days' where id = ${ann.user.id}`
  expect((await ask()).message).toContain('请先取消注销')
  await shop.sql`update users set closing_at = null where id = ${ann.user.id}`
  await perform(owner, 'users change-email', given(ann.user.email, 'ava@new.example'))
  expect((await ask('other@new.example')).message).toContain('已经在换绑邮箱')
})

test('of two changes begun at once for one user one waits', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser()
  const owner = await staff.newOperator('owner')
  const marks = await Promise.all(
    ['a@new.example', 'b@new.example'].map(async (to) => {
      const call = { command: 'users change-email', given: given(ann.user.email, to) }
      const shown = (await owner.call(act, { ...call, mark: null })).body.data
      if (shown.is !== 'preview') throw new Error('no preview')
      return { ...call, mark: shown.mark }
    }),
  )
  const answers = await Promise.all(marks.map((call) => owner.call(act, call)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(
    await shop.sql`
    select from email_recoveries where state = 'waiting' and user_id = ${ann.user.id}`,
  ).toHaveLength(1)
})

test('support stops it with a reason, and both addresses are told', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser({ email: 'alf@example.com' })
  const owner = await staff.newOperator('owner')
  const support = await staff.newOperator('support')
  await perform(owner, 'users change-email', given(ann.user.email, 'alf@new.example'))
  const stop = { user: ann.user.email, reason: '用户又收到信了' }
  const stopped = await perform(support, 'users change-email-stop', stop)
  expect(stopped.body.data).toMatchObject({ is: 'done' })
  const { body } = await support.call(readConsoleUser, { user: ann.user.id })
  expect(body.data.emailRecovery).toMatchObject({ state: 'stopped', endReason: 'operator' })
  for (const to of ['alf@example.com', 'alf@new.example']) {
    expect((await shop.mails(to)).at(-1)!.subject).toContain('没有换绑')
  }
  const again = { command: 'users change-email-stop', given: stop, mark: null }
  expect((await support.call(act, again)).body.message).toContain('没有等待生效的换绑')
})

test('only the second factor is lost: an owner asks, finance signs, the address stays, support can stop it', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser({ email: 'ari@example.com' })
  const owner = await staff.newOperator('owner')
  const finance = await staff.newOperator('finance')
  const support = await staff.newOperator('support')
  const remove = { user: 'ari@example.com', reason: REASON }
  const command = 'users remove-second-factor'
  const without = await owner.call(act, { command, given: remove, mark: null })
  expect(without.body.message).toContain('没有开启两步验证')
  await setUpTotp(shop, ann)
  const before = await shop.mails('ari@example.com')
  const forbidden = await support.call(act, { command, given: remove, mark: null })
  expect(forbidden.body.code).toBe('FORBIDDEN')

  const asked = await perform(owner, command, remove)
  expect(asked.body.data).toMatchObject({ is: 'waiting' })
  expect(await shop.mails('ari@example.com')).toEqual(before)
  const [request] = await waiting(finance)
  expect(request).toMatchObject({ title: '关闭两步验证', operator: owner.email })
  expect((await sign(owner, request!.id)).status).toBe(403)
  expect((await sign(finance, request!.id)).body.data).toMatchObject({ is: 'done' })
  expect((await shop.mails('ari@example.com')).at(-1)!.subject).toContain('申请了关闭两步验证')

  const { body } = await support.call(readConsoleUser, { user: ann.user.id })
  expect(body.data.user.secondFactorSince).toEqual(expect.any(String))
  expect(body.data.emailRecovery).toMatchObject({
    ...{ oldEmail: 'ari@example.com', newEmail: null, removesSecondFactor: true },
    ...{ askedBy: owner.email, signedBy: finance.email, state: 'waiting' },
  })
  const figures = await support.call(readFigures, {})
  expect(figures.body.data.waiting).toContainEqual(
    expect.objectContaining({
      name: 'email-recoveries',
      detail: expect.stringContaining('关闭两步验证'),
    }),
  )
  const change = {
    command: 'users change-email',
    given: given('ari@example.com', 'ari@new.example'),
    mark: null,
  }
  expect((await owner.call(act, change)).body.message).toContain('已经在关闭两步验证')
  const stop = { user: 'ari@example.com', reason: '用户找到了恢复码' }
  const stopped = await perform(support, 'users change-email-stop', stop)
  expect(stopped.body.data).toMatchObject({ is: 'done' })
  expect((await shop.mails('ari@example.com')).at(-1)!.subject).toContain('没有关闭两步验证')
})

test('blocking the account leaves it, and another one for a blocked account says in its preview who can stop it', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser()
  const owner = await staff.newOperator('owner')
  await perform(owner, 'users change-email', given(ann.user.email, 'art@new.example'))
  const block = { user: ann.user.email, reason: '有人冒充' }
  expect((await perform(owner, 'users block', block)).body.data).toMatchObject({ is: 'done' })
  const { body } = await owner.call(readConsoleUser, { user: ann.user.id })
  expect(body.data.emailRecovery).toMatchObject({ state: 'waiting', endReason: null })
  const stop = { user: ann.user.email, reason: '换一个邮箱' }
  await perform(owner, 'users change-email-stop', stop)
  const call = {
    command: 'users change-email',
    given: given(ann.user.email, 'art@new.example'),
    mark: null,
  }
  const shown = (await owner.call(act, call)).body.data
  if (shown.is !== 'preview') throw new Error('no preview')
  expect(shown.preview.sentences.join()).toContain('只有我们能停止')
  // whoever confirms has to have seen that
  await shop.sql`update users set blocked_at = null where id = ${ann.user.id}`
  const renewed = (await owner.call(act, { ...call, mark: shown.mark })).body.data
  expect(renewed.is).toBe('preview')
})

test('the previews of block and unblock say what becomes of a closing that waits', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser()
  const owner = await staff.newOperator('owner')
  const who = { user: ann.user.email, reason: '有人冒充' }
  const preview = async (command: string) => {
    const shown = (await owner.call(act, { command, given: who, mark: null })).body.data
    if (shown.is !== 'preview') throw new Error('no preview')
    return shown.preview.sentences.join()
  }
  await shop.sql`update users set closing_at = now() + interval '1 day' where id = ${ann.user.id}`
  expect(await preview('users block')).toContain('停用期间不会注销')
  await perform(owner, 'users block', who)
  expect(await preview('users unblock')).toMatch(/恢复之后会在 .* 注销；要保留/)
  expect(await preview('users keep')).toContain('账户仍停用')
  await shop.sql`update users set closing_at = now() - interval '1 day' where id = ${ann.user.id}`
  expect(await preview('users unblock')).toContain('恢复之后会马上注销')
})
