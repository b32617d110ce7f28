import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'
import { startTestConsole } from '../../testing/console/console.ts'
import { perform } from '../../testing/console/signing.ts'
import { startTestServer } from '../../testing/harness.ts'

const register = (name: string) => [
  ...['applications', 'register', '--name', name],
  ...['--redirect', 'https://tools.test/callback'],
]

const deskOf = oncePerFile(async () => {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  const staff = stack.use(await startTestConsole(server.deps))
  const operator = stack.use(await operatorOf(server))
  return { server, staff, operator, [Symbol.asyncDispose]: () => stack.disposeAsync() }
})

test('each registration is mailed to the owners, from the console and from the terminal', async () => {
  const { server, staff, operator: terminal } = await deskOf()
  const owner = await staff.newOperator('owner')
  const support = await staff.newOperator('support')
  const given = { name: '译文助手', redirect: 'https://tools.test/back' }
  await perform(owner, 'applications register', given)
  await terminal.json(register('画板'))
  await terminal.json([...register('官方画板'), '--first-party'])
  const texts = (await server.mails(owner.email))
    .filter(({ subject }) => subject === '控制台里有重要的改动')
    .map(({ text }) => text)
  expect(texts).toHaveLength(3)
  const all = texts.join('\n')
  const own = `登记了应用“译文助手”，登录后回到 https://tools.test/back。操作者：${owner.email}。\n`
  expect(all).toContain(own)
  expect(all).toMatch(
    /登记了应用“画板”，登录后回到 https:\/\/tools\.test\/callback。操作者：\S+。\n/,
  )
  expect(all).toMatch(/登记了自营的应用“官方画板”，.+。没有第二个人签字。\n/)
  const toSupport = (await server.mails(support.email)).map(({ text }) => text)
  expect(toSupport.join('')).not.toContain('登记了')
})

test('a name that looks like the one of the shop or of a live application is refused', async () => {
  const { server, operator } = await deskOf()
  const { name: shopName } = server.deps.content.site
  const { id } = await operator.json<{ id: string }>(register('Lumen 工具'))
  const taken = { exit: 1, code: 'NAME_TAKEN' }
  for (const name of [
    'Lumen 工具',
    'ＬＵＭＥＮ　工具',
    ' lumen\u{200B}工\u{FE0F}具 ',
    'Lumen工具\u{2060}',
    'Lum\u{0435}n·工具',
  ])
    expect(await operator.refusal(...register(name)), name).toMatchObject({
      ...taken,
      message: expect.stringContaining(`和应用 Lumen 工具（${id}）一样`),
    })
  for (const name of [
    shopName,
    shopName.replace('A', '\u{0410}').replace('I', 'l'),
    ` ${shopName.toLowerCase()}\u{200D}`,
  ])
    expect(await operator.refusal(...register(name)), name).toMatchObject({
      ...taken,
      message: expect.stringContaining('和商店自己的名称一样'),
    })
  expect(await operator.refusal(...register('\u{200B}\u{2060}'))).toMatchObject({
    exit: 2,
    code: 'USAGE',
  })
  const lumen = await server.sql`select from applications where name ilike '%lumen%'`
  expect(lumen).toHaveLength(1)
  await operator.json(register('Lumen 工具箱'))
  await operator.json(['applications', 'disable', id])
  await operator.json(register('lumen 工具'))
})

test('of registrations of one name at once one is made', async () => {
  const { server, staff } = await deskOf()
  const owner = await staff.newOperator('owner')
  const command = 'applications register'
  const agreed = []
  for (const name of ['抄写助手', '抄写 助手', '抄写助手 ']) {
    const given = { name, redirect: 'https://tools.test/back' }
    const { data } = (await owner.call(act, { command, given, mark: null })).body
    if (data.is !== 'preview') throw new Error('no preview')
    agreed.push({ command, given, mark: data.mark })
  }
  const answers = await Promise.all(agreed.map((input) => owner.call(act, input)))
  expect(answers.filter(({ body }) => body.data?.is === 'done')).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ body }) => body.message)).toEqual(
    Array(2).fill(expect.stringContaining('请换一个')),
  )
  expect(await server.sql`select from applications where name like '抄写%'`).toHaveLength(1)
})
