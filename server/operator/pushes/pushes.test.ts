import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { insertChannel, listChannels } from '../../alerts/pushes/channels.store.ts'
import { encryptTarget } from '../../alerts/pushes/target.ts'
import { uuidv7 } from '../../db/ids.ts'
import { previewOf, startTestConsole } from '../../testing/console/console.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'
import { ROBOT_SECRET, startRobots } from '../../testing/pushes/robots.ts'

const STAND_INS = { PUSH_HOSTS: '127.0.0.1' }

async function start() {
  const stack = new AsyncDisposableStack()
  const robots = stack.use(await startRobots())
  const server = stack.use(await startTestServer({ environment: STAND_INS }))
  const operator = stack.use(await operatorOf({ ...server, settings: STAND_INS }))
  return { robots, server, operator, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const shopOf = oncePerFile(start)

/** Every row of every table that could hold what was given, as text. */
async function everythingStored({ sql }: Awaited<ReturnType<typeof startTestServer>>) {
  const rows = await sql<{ row: string }>`
    select row_to_json(a)::text as row from operator_actions a
    union all select row_to_json(c)::text from push_channels c
    union all select row_to_json(j)::text from jobs j`
  return rows.map(({ row }) => row).join('\n')
}

test('terminal: channel is added, tested and removed; address and secret are stored nowhere in the clear', async () => {
  const { operator, robots, server } = await shopOf()
  const address = robots.urls.dingtalk
  const added = await operator.json<{ id: string }>([
    ...['pushes', 'add', '--name', '财务群', '--address', address],
    ...['--sign', ROBOT_SECRET, '--topics', 'orders,disputes', '--quiet', '22:00-08:00'],
  ])
  const before = robots.received.length
  await operator.json(['pushes', 'test', '财务群'])
  expect(robots.received.slice(before)).toEqual([
    { kind: 'dingtalk', text: expect.stringContaining('测试通知') },
  ])
  expect(robots.userAgents.at(-1)).toMatch(/^[\w-]+\/[\d.]+ \(\+http/)
  const channels = () => listChannels(server.sql)
  expect((await channels()).find(({ id }) => id === added.id)).toMatchObject({
    ...{ kind: 'dingtalk', name: '财务群', topics: ['orders', 'disputes'] },
    ...{ waiting: 0, dead: 0, lastError: null, lastSentAt: expect.any(Date) },
  })
  const stored = await everythingStored(server)
  expect(stored).toContain('pushes add')
  expect(stored).toContain('（不记录）')
  for (const secret of [ROBOT_SECRET, 'stand-in-token', address]) {
    expect(stored).not.toContain(secret)
  }
  const again = ['pushes', 'add', '--name', '财务群', '--address', 'a@shop.test']
  expect(await operator.refusal(...again)).toMatchObject({ exit: 1, code: 'EXISTS' })
  await operator.json(['pushes', 'remove', added.id])
  expect((await channels()).map(({ id }) => id)).not.toContain(added.id)
  expect(await operator.refusal('pushes', 'test', '财务群')).toMatchObject({ code: 'NOT_FOUND' })
})

test('channel that is tested: says why the service refused it, in words without the address', async () => {
  const { operator, robots } = await shopOf()
  const words = ['pushes', 'add', '--name', '群', '--address', robots.urls.feishu]
  await operator.json([...words, '--sign', 'wrong'])
  const refusal = await operator.refusal('pushes', 'test', '群')
  expect(refusal).toMatchObject({ exit: 1, code: 'PUSH' })
  expect(refusal.message).toContain('19021 sign match fail')
  expect(refusal.message).not.toContain('stand-in-hook')
})

test('a channel of Telegram from an earlier version fails until it is removed', async () => {
  const { operator, server } = await shopOf()
  const target = encryptTarget(server.config.secretKey, {
    ...{ address: 'https://api.telegram.org/bot1:a/sendMessage?chat_id=1', secret: null },
  })
  await insertChannel(server.sql, {
    ...{ id: uuidv7(), kind: 'telegram', name: '旧群', target, topics: ['orders'] },
    ...{ quiet: null, createdBy: 'test', now: new Date() },
  })
  const refusal = await operator.refusal('pushes', 'test', '旧群')
  expect(refusal.message).toBe('Telegram没有收下：这个地址不再支持，请删除后另加一个')
  await operator.json(['pushes', 'remove', '旧群'])
})

test('wrong input is refused before anything is stored', async () => {
  const { operator, robots, server } = await shopOf()
  const add = (address: string, ...rest: string[]) =>
    operator.refusal('pushes', 'add', '--name', 'x', '--address', address, ...rest)
  const cases = [
    [await add('nobody'), '--address 应为邮箱'],
    [await add('http://169.254.169.254/latest'), '--address 应为邮箱'],
    [await add('https://shop.test/cgi-bin/webhook/send?key=1'), '--address 应为邮箱'],
    [await add(robots.urls.wecom, '--sign', 'x'), '只用于钉钉和飞书'],
    [await add('a@shop.test', '--sign', 'x'), '只用于钉钉和飞书'],
    [await add(robots.urls.wecom, '--topics', 'orders,all'), '--topics 应为'],
    [await add(robots.urls.wecom, '--quiet', '22:00'), '--quiet 应为两个时间'],
  ] as const
  for (const [{ exit, message }, sentence] of cases) {
    expect([exit, message]).toEqual([2, expect.stringContaining(sentence)])
  }
  expect(await server.sql`select 1 from push_channels where name = 'x'`).toEqual([])
})

test('console: owner adds a channel by its form and tests it; the audit row has neither address nor secret', async () => {
  const { server, robots } = await shopOf()
  await using staff = await startTestConsole(server.deps)
  const owner = await staff.newOperator('owner')
  const given = {
    ...{ name: '老板群', topics: 'orders' },
    ...{ address: robots.urls.dingtalk, sign: ROBOT_SECRET },
  }
  const shown = await previewOf(owner, 'pushes add', given)
  expect(JSON.stringify(shown)).not.toContain('stand-in-token')
  const done = await owner.call(act, {
    ...{ command: 'pushes add', given, mark: shown.mark },
  })
  expect(done.body.data).toMatchObject({ is: 'done' })
  const before = robots.received.length
  const tested = await owner.call(act, {
    ...{ command: 'pushes test', given: { channel: '老板群' }, mark: null },
  })
  expect(tested.body.data).toMatchObject({ is: 'done' })
  const received = robots.received.slice(before)
  expect(received).toHaveLength(1)
  expect(received[0]?.text).toContain('http://localhost:3903')
  const stored = await everythingStored(server)
  expect(stored).not.toContain('stand-in-token')
  expect(stored).not.toContain(ROBOT_SECRET)
})
