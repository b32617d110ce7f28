import { expect, test } from 'vitest'
import { perform, startSigning as start } from '../../testing/console/signing.ts'

const SUBJECT = '控制台的同事有变动'

test.each([
  { command: 'operators disable', given: {}, what: '已停用' },
  { command: 'operators role', given: { role: 'viewer' }, what: '的角色改为只读' },
  { command: 'operators reset', given: {}, what: '的登录方式已清除' },
])(
  '$command: the owner concerned and the other owners are mailed once each',
  async ({ command, given, what }) => {
    await using fixture = await start()
    const { shop, staff } = fixture
    const thief = await staff.newOperator('owner')
    const victim = await staff.newOperator('owner')
    const other = await staff.newOperator('owner')
    const support = await staff.newOperator('support')
    await perform(thief, command, { operator: victim.email, ...given })
    const changes = async (email: string) =>
      (await shop.mails(email)).filter(({ subject }) => subject === SUBJECT)
    for (const { email } of [thief, victim, other]) {
      const [mail, ...more] = await changes(email)
      expect(more).toEqual([])
      expect(mail!.text).toContain(`${victim.email}，所有者） ${what}。操作者：${thief.email}。`)
    }
    expect((await changes(victim.email))[0]!.text).toContain('请马上联系另一位所有者')
    expect((await changes(other.email))[0]!.text).toContain('请马上查看“同事”与“操作记录”')
    expect(await changes(support.email)).toEqual([])
  },
)

test('colleague who is no owner is mailed when disabled and enabled; a new owner when made one', async () => {
  await using fixture = await start()
  const { shop, staff } = fixture
  const owner = await staff.newOperator('owner')
  const finance = await staff.newOperator('finance')
  const operator = finance.email
  await perform(owner, 'operators disable', { operator })
  await perform(owner, 'operators enable', { operator })
  await perform(owner, 'operators role', { operator, role: 'owner' })
  for (const { email } of [owner, finance]) {
    const mails = (await shop.mails(email)).filter(({ subject }) => subject === SUBJECT)
    const texts = mails.map(({ text }) => text)
    expect(texts).toHaveLength(3)
    for (const what of ['已停用', '已恢复', '的角色改为所有者']) {
      expect(texts.join('\n')).toContain(`${operator}，财务） ${what}`)
    }
  }
})
