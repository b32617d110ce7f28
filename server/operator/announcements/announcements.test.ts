import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { listAnnouncements, readAnnouncement } from '#contract/console/announcements.ts'
import { readNotice } from '#contract/account/notices.ts'
import { addAnnouncement } from '../../testing/announcements.ts'
import { previewOf, startTestConsole } from '../../testing/console/console.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'
import { listAnnouncementRows } from './announcements.store.ts'

const deskOf = oncePerFile(async () => {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  const operator = stack.use(await operatorOf(server))
  return { server, operator, [Symbol.asyncDispose]: () => stack.disposeAsync() }
})

test('terminal: a banner is added, changed and ended', async () => {
  const { operator, server } = await deskOf()
  const add = ['announcements', 'add', '--kind', 'banner', '--text', '今晚维护']
  const { id } = await operator.json<{ id: string }>([...add, '--until', '2d', '--tone', 'warning'])
  const link = ['--link', '/plans', '--link-label', '看看']
  await operator.json(['announcements', 'edit', id, '--until', '-', ...link, '--basis', '1'])
  const later = await operator.json<{ id: string }>([...add, '--from', '2099-01-01T09:30'])
  const list = async () => {
    const all = await listAnnouncementRows(server.sql, { mostEnded: 50 })
    return all.filter((each) => [id, later.id].includes(each.id))
  }
  const mine = { id, kind: 'banner', text: '今晚维护', tone: 'warning', pages: 'all', endsAt: null }
  expect(await list()).toMatchObject([
    { id: later.id, state: 'upcoming', startsAt: new Date('2099-01-01T01:30:00Z') },
    { ...mine, state: 'live', version: 2, linkUrl: '/plans' },
  ])
  const stale = await operator.refusal('announcements', 'edit', id, '--text', 'x', '--basis', '1')
  expect(stale).toMatchObject({ exit: 1, code: 'CHANGED_MEANWHILE' })
  await operator.json(['announcements', 'end', id])
  expect(await operator.refusal('announcements', 'end', id)).toMatchObject({ code: 'ENDED' })
  const late = await operator.refusal('announcements', 'edit', id, '--text', 'x')
  expect(late).toMatchObject({ code: 'ENDED' })
  expect(await list()).toContainEqual(expect.objectContaining({ id, state: 'ended' }))
})

test('wrong input is refused before anything is stored', async () => {
  const { server, operator } = await deskOf()
  const add = (kind: string, text: string, ...rest: string[]) =>
    operator.refusal('announcements', 'add', '--kind', kind, '--text', text, ...rest)
  const link = (address: string) => ['--link', address, '--link-label', '看']
  const cases = [
    [await add('banner', '长'.repeat(121)), '最多 120 个字'],
    [await add('banner', '两\n行'), '不能换行'],
    [await add('banner', '甲\u202e乙'), '控制字符'],
    [await add('banner', '甲', '--title', '题'), '横幅没有标题'],
    [await add('notice', '甲'), '要有标题'],
    [await add('notice', '甲', '--title', '题', '--pages', 'all'), '只用于横幅'],
    [await add('banner', '甲', ...link('javascript:alert(1)')), '--link 应为'],
    [await add('banner', '甲', ...link('http://shop.test')), '--link 应为'],
    [await add('banner', '甲', ...link('//evil.test')), '--link 应为'],
    [await add('banner', '甲', ...link('/nowhere')), '站内没有这一页'],
    [await add('banner', '甲', '--link', '/plans'), '要一起填写'],
    [await add('banner', '甲', '--until', '2020-01-01'), '应晚于开始'],
    [await add('banner', '甲', '--until', '2026-02-31'), '--until 应为'],
  ] as const
  for (const [{ exit, message }, sentence] of cases) {
    expect([exit, message]).toEqual([2, expect.stringContaining(sentence)])
  }
  const stored = await server.sql`select 1 from announcements where text in ('甲', '两\n行')`
  expect(stored).toEqual([])
})

test('console: owner previews and adds a notice; a viewer reads who has seen it, and may not end it', async () => {
  const { server } = await deskOf()
  await using staff = await startTestConsole(server.deps)
  const owner = await staff.newOperator('owner')
  const command = 'announcements add'
  const given = { kind: 'notice', title: '新规则', text: '第一行\n第二行' }
  const shown = await previewOf(owner, command, given)
  expect(shown.preview.facts).toContainEqual({
    label: '显示在',
    value: '账户中心，登录的用户',
  })
  const { mark } = shown
  const answers = await Promise.all([1, 2].map(() => owner.call(act, { command, given, mark })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const customer = await server.newUser()
  await customer.call(readNotice, {})

  const viewer = await staff.newOperator('viewer')
  const { announcements } = (await viewer.call(listAnnouncements, {})).body.data
  const listed = announcements.filter(({ title }) => title === '新规则')
  expect(listed).toMatchObject([{ state: 'live', pages: null, views: { seen: 1, dismissed: 0 } }])
  const { id } = listed[0]!
  const read = await viewer.call(readAnnouncement, { announcement: id })
  expect(read.body.data).toEqual(listed[0])
  const unknown = await viewer.call(readAnnouncement, { announcement: 'x' })
  expect(unknown.body.code).toBe('NOT_FOUND')
  const end = { command: 'announcements end', given: { announcement: id }, mark: null }
  expect((await viewer.call(act, end)).body.code).toBe('FORBIDDEN')
})

test('two operators who change one version at once: one is refused', async () => {
  const { server, operator } = await deskOf()
  const id = await addAnnouncement(server.sql)
  const edit = (text: string) =>
    operator.run('announcements', 'edit', id, '--text', text, '--basis', '1')
  const codes = (await Promise.all([edit('丙'), edit('丁')])).map(({ code }) => code)
  expect(codes.toSorted((a, b) => a! - b!)).toEqual([0, 1])
  expect(await server.sql`select version from announcements where id = ${id}`).toEqual([
    { version: 2 },
  ])
})
