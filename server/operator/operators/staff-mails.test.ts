import { expect, test } from 'vitest'
import { startTestConsole } from '../../testing/console/console.ts'
import { perform } from '../../testing/console/signing.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'

const SUBJECT = '控制台的同事有变动'

const deskOf = oncePerFile(async () => {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  const staff = stack.use(await startTestConsole(server.deps))
  return {
    staff,
    /** What colleagues at this address were told about another one. */
    async changes(email: string, about: string): Promise<string[]> {
      const mails = (await server.mails(email)).filter(({ subject }) => subject === SUBJECT)
      return mails.map(({ text }) => text).filter((text) => text.includes(`${about}，`))
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
})

test('owner who is changed and the other owners are mailed once each', async () => {
  const { staff, changes } = await deskOf()
  const thief = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  const support = await staff.newOperator('support')
  for (const [command, given, what] of [
    ['operators disable', {}, '已停用'],
    ['operators role', { role: 'viewer' }, '的角色改为只读'],
    ['operators reset', {}, '的登录方式已清除'],
  ] as const) {
    const victim = await staff.newOperator('owner')
    await perform(thief, command, { operator: victim.email, ...given })
    for (const { email } of [thief, victim, other]) {
      expect([command, await changes(email, victim.email)]).toEqual([
        command,
        [expect.stringContaining(`${victim.email}，所有者） ${what}。操作者：${thief.email}。`)],
      ])
    }
    expect((await changes(victim.email, victim.email))[0]).toContain('请马上联系另一位所有者')
    expect((await changes(other.email, victim.email))[0]).toContain('请马上查看“同事”与“操作记录”')
    expect(await changes(support.email, victim.email)).toEqual([])
  }
})

test('colleague who is no owner is mailed when disabled and enabled; a new owner when made one', async () => {
  const { staff, changes } = await deskOf()
  const owner = await staff.newOperator('owner')
  const finance = await staff.newOperator('finance')
  const operator = finance.email
  await perform(owner, 'operators disable', { operator })
  await perform(owner, 'operators enable', { operator })
  await perform(owner, 'operators role', { operator, role: 'owner' })
  for (const { email } of [owner, finance]) {
    const texts = await changes(email, operator)
    expect(texts).toHaveLength(3)
    for (const what of ['已停用', '已恢复', '的角色改为所有者']) {
      expect(texts.join('\n')).toContain(`${operator}，财务） ${what}`)
    }
  }
})
