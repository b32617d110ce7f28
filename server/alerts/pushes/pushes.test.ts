import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import type { RobotKind } from '../../gateways/pushes/robots.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { ROBOT_SECRET, send, startRobots } from '../../testing/pushes/robots.ts'
import { alertOperator } from '../raise-alert.ts'
import { insertChannel, listChannels, type NewChannel } from './channels.store.ts'
import { MOST_TRIES, pushHandlers, SPACING_MS } from './send-pushes.ts'
import { encryptTarget, type PushTarget } from './target.ts'

const CONSOLE = {
  ...{ port: 3903, host: '127.0.0.1', url: 'https://console.shop.test' },
  ...{ daily: { refunds: 1, credit: 1 }, without: [] },
}

const robotsOf = oncePerFile(startRobots)
const serverOf = serverOfFile({
  environment: { PUSH_HOSTS: '127.0.0.1' },
  deps: { log: pino({ level: 'silent' }) },
})

/** A server with stand-ins of the robots and no channels; its pushes are sent when the test says so. */
async function start() {
  const [robots, server] = [await robotsOf(), await serverOf()]
  robots.received.length = 0
  server.stopClock()
  const { sql } = server
  await sql`delete from push_channels`
  await sql`delete from push_messages`
  await sql`delete from alerts`
  const deps: Deps = { ...server.deps, config: { ...server.config, console: CONSOLE } }
  const { run } = pushHandlers(deps)['push']!
  return {
    ...server,
    robots,
    async addChannel(
      kind: 'mail' | RobotKind,
      { target, ...given }: Partial<Omit<NewChannel, 'target'>> & { target?: PushTarget } = {},
    ): Promise<string> {
      const id = uuidv7()
      const address = kind === 'mail' ? 'boss@shop.test' : robots.urls[kind]
      const secret = kind === 'dingtalk' || kind === 'feishu' ? ROBOT_SECRET : null
      await insertChannel(sql, {
        ...{ id, kind, name: `${kind}-${id}`, topics: ['orders', 'system'], quiet: null },
        ...{ createdBy: 'test', now: deps.now(), ...given },
        target: encryptTarget(deps.config.secretKey, target ?? { address, secret }),
      })
      return id
    },
    /** Something that the topic `orders` is told of. */
    happen: (orderNo: string) =>
      alertOperator(deps, {
        kind: 'order_exception',
        subject: orderNo,
        facts: { orderNo, reason: 'amount', userId: 'somebody' },
      }),
    /** Runs the jobs that are due by the test's clock, each once; returns when the others are due. */
    async runDue(): Promise<Date[]> {
      const jobs = await sql<{ id: string; payload: object; isDue: boolean; runAt: Date }>`
        select id, payload, run_at <= greatest(${deps.now()}::timestamptz, created_at) as "isDue",
          run_at as "runAt"
        from jobs where kind = 'push' order by id`
      for (const { id, payload } of jobs.filter(({ isDue }) => isDue)) {
        await sql`delete from jobs where id = ${id}`
        await run(payload, { id, attempt: 1, signal: new AbortController().signal })
      }
      return jobs.filter(({ isDue }) => !isDue).map(({ runAt }) => runAt)
    },
    states: () =>
      sql<{
        state: string
        tries: number
      }>`select state, tries from push_deliveries order by message_id`,
  }
}

const ORDER_TEXT = `[星桥 AI] 订单待核实
订单 XQ1
https://console.shop.test/orders/order?order=XQ1`

test('each robot and mailbox is told of an alert once, signed where it demands it, without anything about the customer', async () => {
  const shop = await start()
  for (const kind of ['wecom', 'dingtalk', 'feishu'] as const) {
    await shop.addChannel(kind)
  }
  await shop.addChannel('mail')
  await shop.happen('XQ1')
  await shop.happen('XQ1')
  await shop.runDue()
  await shop.runDue()
  expect(shop.robots.received.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual(
    ['dingtalk', 'feishu', 'wecom'].map((kind) => ({ kind, text: ORDER_TEXT })),
  )
  expect(await shop.states()).toEqual(
    Array.from({ length: 4 }, () => ({ state: 'sent', tries: 1 })),
  )
  const mails = await shop.mails('boss@shop.test')
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ subject: '[星桥 AI] 订单待核实' })
  expect(mails[0]?.text).toContain('https://console.shop.test/orders/order?order=XQ1')
  expect(mails[0]?.text).not.toContain('somebody')
})

test('channel without the topic is not told, and what happened before a channel was added is not told later', async () => {
  const shop = await start()
  await shop.happen('XQ0')
  await shop.addChannel('wecom', { topics: ['disputes'] })
  await shop.happen('XQ1')
  await shop.addChannel('wecom')
  await shop.runDue()
  expect(shop.robots.received).toEqual([])
})

test('burst: the first thing is told at once, the others a minute later in one message', async () => {
  const shop = await start()
  await shop.addChannel('wecom')
  await shop.happen('XQ1')
  await shop.runDue()
  for (let count = 2; count <= 9; count += 1) await shop.happen(`XQ${count}`)
  // eight jobs plan one
  await shop.runDue()
  expect(shop.robots.received).toHaveLength(1)
  expect(await shop.runDue()).toHaveLength(1)
  shop.advance(SPACING_MS)
  await shop.runDue()
  expect(shop.robots.received).toHaveLength(2)
  const lines = shop.robots.received[1]!.text.split('\n')
  expect(lines).toEqual([
    '[星桥 AI] 8 件事需要处理',
    ...[2, 3, 4, 5, 6].map((count) => `· 订单待核实：订单 XQ${count}`),
    '另有 3 件',
    'https://console.shop.test/',
  ])
  expect(await shop.runDue()).toEqual([])
})

test('quiet hours: told at their end', async () => {
  const shop = await start()
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', timeStyle: 'short' })
  const [hours = 0, minutes = 0] = clock.format(shop.deps.now()).split(':').map(Number)
  const from = hours * 60 + minutes
  const quiet = { from, until: (from + 90) % 1440 }
  await shop.addChannel('wecom', { quiet })
  await shop.happen('XQ1')
  await shop.runDue()
  shop.advance(88 * 60_000)
  await shop.runDue()
  expect(shop.robots.received).toEqual([])
  shop.advance(2 * 60_000)
  await shop.runDue()
  expect(shop.robots.received).toHaveLength(1)
})

test('refused in an answer of status 200: tried again with pauses, then given up with one alert that only other channels get', async () => {
  const shop = await start()
  const broken = await shop.addChannel('dingtalk', {
    target: { address: shop.robots.urls.dingtalk, secret: 'SECwrong' },
    name: '财务群',
  })
  await shop.happen('XQ1')
  await shop.addChannel('wecom')
  for (let turn = 0; turn < 40; turn += 1) {
    await shop.runDue()
    shop.advance(15 * 60_000)
  }
  expect(await shop.states()).toEqual([
    { state: 'dead', tries: MOST_TRIES },
    { state: 'sent', tries: 1 },
  ])
  expect(shop.robots.received).toEqual([
    {
      kind: 'wecom',
      text: '[星桥 AI] 通知渠道发不出去\n财务群\nhttps://console.shop.test/settings?view=pushes',
    },
  ])
  const [channel] = await listChannels(shop.sql)
  expect(channel).toMatchObject({
    id: broken,
    dead: 1,
    lastError: expect.stringContaining('310000 sign not match'),
  })
  expect(await shop.sql`select kind, times from alerts where kind = 'push_failing'`).toHaveLength(1)
})

test('channels that fail alone raise no push about a push', async () => {
  const shop = await start()
  for (const count of [1, 2]) {
    await shop.addChannel('wecom', {
      name: `群 ${count}`,
      target: { address: `${shop.robots.urls.wecom}x`, secret: null },
    })
  }
  await shop.happen('XQ1')
  for (let turn = 0; turn < 80; turn += 1) {
    await shop.runDue()
    shop.advance(30 * 60_000)
  }
  expect(await shop.runDue()).toEqual([])
  const alerts = await shop.sql<{
    kind: string
    times: number
  }>`select kind, times from alerts order by kind`
  expect(alerts.filter(({ kind }) => kind === 'push_failing')).toEqual(
    [1, 2].map(() => ({ kind: 'push_failing', times: 1 })),
  )
})

/** What a service answers, and what the channel then says of its last try. */
const FAILURES: Record<string, [(to: ServerResponse) => void, reason: string]> = {
  redirect: [(to) => void to.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'HTTP 302'],
  'error page': [(to) => void to.writeHead(502).end('<html>'), 'HTTP 502'],
  'endless answer': [(to) => void to.end('x'.repeat(100_000)), '答复看不懂'],
  'dead connection': [(to) => void to.destroy(), '连不上'],
  'rate limit': [(to) => send(to, { errcode: 45_009, errmsg: 'api freq out of limit' }), '45009'],
}

test('redirects, error pages, endless answers, dead connections and rate limits are failed tries, and told the next time', async () => {
  for (const [name, [answer, reason]] of Object.entries(FAILURES)) {
    const shop = await start()
    await shop.addChannel('wecom')
    shop.robots.answers.push(answer)
    await shop.happen('XQ1')
    await shop.runDue()
    const [channel] = await listChannels(shop.sql)
    const lastError = expect.stringContaining(reason)
    expect(channel, name).toMatchObject({ lastError, waiting: 1 })
    expect(channel!.lastError).not.toContain('stand-in-key')
    shop.advance(SPACING_MS)
    await shop.runDue()
    expect(shop.robots.received, name).toEqual([{ kind: 'wecom', text: ORDER_TEXT }])
    expect((await listChannels(shop.sql))[0]).toMatchObject({ lastError: null, waiting: 0 })
  }
})

test('two nodes at once: told once', async () => {
  const shop = await start()
  const channelId = await shop.addChannel('wecom')
  await shop.happen('XQ1')
  const { run } = pushHandlers(shop.deps)['push']!
  const context = { id: 'x', attempt: 1, signal: new AbortController().signal }
  await Promise.all([1, 2, 3].map(() => run({ channelId }, context)))
  expect(shop.robots.received).toHaveLength(1)
})
