import { generate } from 'otplib'
import { expect, test } from 'vitest'
import * as security from '#contract/console/staff/security.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { timeText } from '../../local-time.ts'
import { OPERATOR_PASSWORD } from '../../testing/console/console.ts'
import { addPasskey, startStoppedConsole } from '../../testing/console/stopped-console.ts'

test('every change of the ways to sign in is mailed to the operator and to each owner, once each', async () => {
  await using fixture = await startStoppedConsole()
  const { server, staff } = fixture
  const owner = await staff.newOperator('owner')
  const operator = await staff.newOperator('finance', { ip: '198.51.100.7' })
  const viewer = await staff.newOperator('viewer')
  const { device } = await addPasskey(operator, '第二个')
  await operator.call(security.removePasskey, { id: device.id() })
  const { secret, ticket } = (await operator.call(security.beginCodeSetup, {})).body.data
  const code = await generate({ secret, epoch: Math.floor(server.deps.now().getTime() / 1000) })
  await operator.call(security.setCode, {
    ...{ password: passwordDigest(OPERATOR_PASSWORD), code, ticket },
  })
  await operator.call(security.removeCode, {})
  await operator.call(security.renewRecoveryCodes, {})
  await operator.call(security.endOwnSessions, { id: null })

  const { timeZone } = server.deps.content.site
  const when = timeText(server.deps.now(), timeZone)
  const changes = [
    '添加通行密钥',
    '删除通行密钥',
    '设置密码与验证器',
    '删除密码与验证器',
    '换新的恢复码',
  ].map((what) => `控制台账号在 ${when} 有变动：${what}。网络地址是 198.51.100.7。`)
  const textsFor = async (email: string) =>
    (await server.mails(email))
      .filter(({ subject }) => subject.endsWith('控制台登录方式有变动'))
      .map(({ text }) => text)
  for (const { email, whose, advice } of [
    { ...operator, whose: '您的', advice: '请联系另一位所有者停用此账号' },
    { ...owner, whose: `周敏（${operator.email}）的`, advice: '请马上在“同事”里停用这个账号' },
  ]) {
    const texts = await textsFor(email)
    expect(texts).toHaveLength(changes.length)
    for (const change of changes) {
      const text = texts.find((each) => each.includes(`${whose}${change}`))
      expect(text).toContain(advice)
    }
  }
  expect(await textsFor(viewer.email)).toEqual([])
})

test('change that was taken back is not mailed', async () => {
  await using fixture = await startStoppedConsole()
  const { server, staff } = fixture
  const owner = await staff.newOperator('owner')
  const { status } = await owner.call(security.removePasskey, { id: owner.device.id() })
  expect(status).toBe(409)
  const mails = await server.mails(owner.email)
  expect(mails.filter(({ subject }) => subject.includes('登录方式'))).toEqual([])
})

test('thirty changes an hour: more would flood the mailboxes of all owners', async () => {
  await using fixture = await startStoppedConsole()
  const { staff } = fixture
  const operator = await staff.newOperator('viewer')
  for (let at = 0; at < 30; at += 1) {
    expect((await operator.call(security.renewRecoveryCodes, {})).status).toBe(200)
  }
  expect((await operator.call(security.renewRecoveryCodes, {})).status).toBe(429)
  expect((await addPasskey(operator, '第二个')).answer.status).toBe(429)
  expect((await operator.call(security.endOwnSessions, { id: null })).status).toBe(200)
})
