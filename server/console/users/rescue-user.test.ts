import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { listAudit } from '#contract/console/audit.ts'
import { previewOf } from '../../testing/console/console.ts'
import { adjust } from '../../testing/credit.ts'
import { setUpTotp } from '../../testing/second-factor.ts'
import {
  type Colleague,
  dismissStaff,
  perform,
  sign,
  startSigning,
  waiting,
} from '../../testing/console/signing.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const fixtureOf = oncePerFile(startSigning)

/** The shop of this file without the staff of the tests before. */
async function start() {
  const fixture = await fixtureOf()
  await dismissStaff(fixture.shop)
  return fixture
}

const REASON = '视频核对了身份证，与订单姓名一致'
const given = (user: string, to = 'new@new.example') => ({ user, to, reason: REASON })

async function preview(owner: Colleague, command: string, fields: Record<string, string>) {
  const { mark, preview: report } = await previewOf(owner, command, fields)
  return { mark, text: report.sentences.join() }
}

test('an owner asks for a new address or the end of a second factor, and nothing happens before a colleague of finance signs', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser({ email: 'ada@example.com' })
  await setUpTotp(shop, ann)
  const owner = await staff.newOperator('owner')
  const finance = await staff.newOperator('finance')
  const support = await staff.newOperator('support')
  const state = async () => {
    const [row] = await shop.sql`
      select email, second_factor_since is not null as "hasFactor",
        (select count(*) from sessions where user_id = u.id) as sessions
      from users u where id = ${ann.user.id}`
    return row
  }
  for (const { command, title, fields, before, after } of [
    {
      ...{ command: 'users remove-second-factor', title: '关闭两步验证' },
      fields: { user: ann.user.id, reason: REASON },
      before: { email: 'ada@example.com', hasFactor: true, sessions: 1 },
      after: { email: 'ada@example.com', hasFactor: false, sessions: 0 },
    },
    {
      ...{ command: 'users change-email', title: '换绑邮箱' },
      fields: given(ann.user.id, 'ada@new.example'),
      before: { email: 'ada@example.com', hasFactor: false, sessions: 0 },
      after: { email: 'ada@new.example', hasFactor: false, sessions: 0 },
    },
  ]) {
    const forbidden = await support.call(act, { command, given: fields, mark: null })
    expect(forbidden.body.code).toBe('FORBIDDEN')
    const mails = await shop.mails()
    const asked = await perform(owner, command, fields)
    expect(asked.body.data).toMatchObject({ is: 'waiting' })
    expect(await state()).toEqual(before)
    expect(await shop.mails()).toEqual(mails)
    const [request] = await waiting(finance)
    expect(request).toMatchObject({ title, operator: owner.email, isOwn: false })
    expect((await sign(support, request!.id)).status).toBe(409)
    expect((await sign(owner, request!.id)).status).toBe(403)
    expect((await sign(finance, request!.id)).body.data).toMatchObject({ is: 'done' })
    expect(await state()).toEqual(after)
  }
  expect((await shop.mails('ada@example.com')).at(-1)!.text).toContain('undo=')
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
  const command = 'users change-email'
  expect((await preview(owner, command, given(ann.user.email))).text).toContain('不需要第二签字')
  const done = await perform(owner, command, given(ann.user.email, 'amy@new.example'))
  expect(done.body.data).toMatchObject({ is: 'done' })

  const alone = await preview(owner, command, given(ben.user.email))
  await staff.newOperator('finance')
  const old = { command, given: given(ben.user.email, 'ben@new.example'), mark: alone.mark }
  const renewed = (await owner.call(act, old)).body.data
  if (renewed.is !== 'preview') throw new Error('the old preview was acted on')
  expect(renewed.preview.sentences.at(-1)).toContain('需要另一位所有者或财务签字')
})

test('an address that is taken, the same address and a closing account are refused', async () => {
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
})

test('the preview says whether the old mailbox can undo it, and is renewed when a block changes that', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser()
  const owner = await staff.newOperator('owner')
  const fields = given(ann.user.email, 'art@new.example')
  const command = 'users change-email'
  const open = await preview(owner, command, fields)
  expect(open.text).toContain('72 小时内可以用信里的链接改回')
  await shop.sql`update users set blocked_at = now() where id = ${ann.user.id}`
  const renewed = (await owner.call(act, { command, given: fields, mark: open.mark })).body.data
  if (renewed.is !== 'preview') throw new Error('the old preview was acted on')
  expect(renewed.preview.sentences.join()).toContain('没有改回的链接')
})

test('a thief who logs in, spends and takes another nickname meanwhile renews no preview of what ends it', async () => {
  const { shop, staff } = await start()
  const owner = await staff.newOperator('owner')
  for (const command of [
    ...['users sessions-revoke', 'users block'],
    ...['users change-email', 'users remove-second-factor'],
  ]) {
    const ann = await shop.newUser()
    await setUpTotp(shop, ann)
    const to = command === 'users change-email' && { to: `moved-${ann.user.email}` }
    const fields = { user: ann.user.id, reason: REASON, ...to }
    const { mark } = await preview(owner, command, fields)
    await adjust(shop, ann, { delta: 5 })
    await shop.sql`update users set nickname = '别的' where id = ${ann.user.id}`
    await shop.sql`update sessions set last_seen_at = last_seen_at + interval '1 second' where user_id = ${ann.user.id}`
    await shop.sql`
      insert into sessions
        (token_hash, id, user_id, authenticated_at, created_at, last_seen_at, expires_at, ip, user_agent)
      select '\\x01', gen_random_uuid(), user_id, authenticated_at, created_at, last_seen_at, expires_at, ip, user_agent
      from sessions where user_id = ${ann.user.id}`
    const acted = await owner.call(act, { command, given: fields, mark })
    expect([command, acted.body.data]).toMatchObject([command, { is: 'done' }])
  }
})

test('the previews of block and unblock say what becomes of a closing that waits', async () => {
  const { shop, staff } = await start()
  const ann = await shop.newUser()
  const owner = await staff.newOperator('owner')
  const who = { user: ann.user.email, reason: '有人冒充' }
  const text = async (command: string) => (await preview(owner, command, who)).text
  await shop.sql`update users set closing_at = now() + interval '1 day' where id = ${ann.user.id}`
  expect(await text('users block')).toContain('停用期间不会注销')
  await perform(owner, 'users block', who)
  expect(await text('users unblock')).toMatch(/恢复之后会在 .* 注销；要保留/)
  expect(await text('users keep')).toContain('账户仍停用')
  await shop.sql`update users set closing_at = now() - interval '1 day' where id = ${ann.user.id}`
  expect(await text('users unblock')).toContain('恢复之后会马上注销')
})
