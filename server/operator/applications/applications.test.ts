import { expect, test } from 'vitest'
import { readSigningKeys } from '../../applications/sign-on/signing-keys.ts'
import { applicationHandlers } from '../../applications/webhooks/deliver-message.ts'
import { startJobs } from '../../jobs/worker.ts'
import { startedAccountJobs } from '../../testing/account-jobs.ts'
import type { TestServer } from '../../testing/harness.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startOperatorServer, startOperatorShop } from '../../testing/operator-shop.ts'
import { CARDS } from '../../testing/shop.ts'
import { startReceiver } from '../../testing/applications/webhook-receiver.ts'
import { findApplication, listApplicationKeys } from './applications.store.ts'

interface Credentials {
  id: string
  clientId: string
  clientSecret: string
  apiKey: string
  webhookSecret?: string
}

const registerNamed = (name: string, ...more: string[]) => [
  ...['applications', 'register', '--name', name],
  ...['--redirect', 'http://localhost:3002/callback', ...more],
]

const deskOf = oncePerFile(startOperatorServer)

const stored = ({ sql }: Pick<TestServer, 'sql'>, id: string) => findApplication(sql, id)

test('an application is registered with secrets that are shown once', async () => {
  const { operator, server } = await deskOf()
  const plain = await operator.json<Credentials>(registerNamed('甲工具'))
  expect(plain).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    clientId: expect.stringMatching(/^client_[0-9a-f]{32}$/),
    clientSecret: expect.stringMatching(/^[\w-]{43}$/),
    apiKey: expect.stringMatching(/^app_[\w-]{43}$/),
  })
  const hook = ['--webhook', 'https://tools.test/hooks', '--first-party', '--low-credit', '7']
  const own = await operator.json<Credentials>(registerNamed('甲画板', ...hook))
  expect(own.webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(await Promise.all([plain, own].map(({ id }) => stored(server, id)))).toMatchObject([
    { id: plain.id, isFirstParty: false, webhookUrl: null, lowCredit: 100 },
    { id: own.id, isFirstParty: true, webhookUrl: 'https://tools.test/hooks', lowCredit: 7 },
  ])
  const keys = await listApplicationKeys(server.sql, own.id)
  expect(keys).toMatchObject([{ revokedAt: null }])
  const tables = await server.sql`
    select applications.*, application_keys.*, operator_actions.* from applications, application_keys, operator_actions`
  const everything = JSON.stringify(tables)
  for (const secret of [own.clientSecret, own.apiKey, own.webhookSecret!])
    expect(everything).not.toContain(secret)
  expect(await operator.refusal('applications', 'disable', 'nobody')).toMatchObject({
    exit: 1,
    code: 'NOT_FOUND',
  })
})

test('addresses of an application have to be https, or on this machine outside production', async () => {
  const { operator, server } = await deskOf()
  for (const url of [
    'tools.test',
    'ftp://tools.test/',
    'http://tools.test/',
    'https://a:b@c.test/',
    'https://c.test/#x',
    'https://10.0.0.7/',
    'https://[fd00::1]/',
  ])
    expect(await operator.refusal(...registerNamed('乙工具', '--webhook', url))).toMatchObject({
      exit: 2,
      code: 'USAGE',
      message: expect.stringContaining('--webhook'),
    })
  expect(await server.sql`select from applications where name = '乙工具'`).toEqual([])
})

test('addresses of an application are changed, with what changes in the audit log; a first webhook has a secret', async () => {
  const { operator, server } = await deskOf()
  const { id } = await operator.json<Credentials>(registerNamed('丙工具'))
  const change = ['applications', 'change', id]
  for (const [words, refusal] of [
    [['--redirect', 'http://tools.test/'], { exit: 2, code: 'USAGE' }],
    [['--redirect', 'none'], { exit: 2, code: 'USAGE' }],
    [['--webhook', 'https://10.0.0.7/'], { exit: 2, code: 'USAGE' }],
    [['--webhook', 'none'], { exit: 1, code: 'UNCHANGED' }],
  ] as const)
    expect([words, await operator.refusal(...change, ...words)]).toMatchObject([words, refusal])
  const addresses = {
    redirectUrls: ['https://tools.test/a', 'https://tools.test/b'],
    logoutRedirectUrls: ['https://tools.test/'],
    backchannelUrl: 'https://tools.test/out',
    homeUrl: 'https://tools.test/home',
    webhookUrl: 'https://tools.test/hook',
  }
  const changed = await operator.json<Credentials>([
    ...[...change, '--redirect', addresses.redirectUrls.join(', '), '--reason', '换了域名'],
    ...['--logout-redirect', 'https://tools.test/', '--backchannel', addresses.backchannelUrl],
    ...['--home', addresses.homeUrl, '--webhook', addresses.webhookUrl],
  ])
  expect(changed).toEqual({ id, ...addresses, webhookSecret: expect.stringMatching(/^whsec_/) })
  expect(await stored(server, id)).toMatchObject(addresses)
  const [action] = await server.sql`
    select subject, reason, result from operator_actions where command = 'applications change'
    order by started_at desc limit 1`
  expect(action).toMatchObject({
    ...{ subject: id, reason: '换了域名' },
    result: { 退出通知: '无 → https://tools.test/out' },
  })
  const moved = await operator.json([...change, '--webhook', 'https://tools.test/other'])
  expect(moved).not.toHaveProperty('webhookSecret')
  const cleared = [
    ...[...change, '--webhook', 'none', '--logout-redirect', 'none', '--home', 'none'],
  ]
  expect(await operator.json(cleared)).toMatchObject({
    ...{ webhookUrl: null, logoutRedirectUrls: [], homeUrl: null },
  })
  const [row] = await server.sql`select webhook_secret from applications where id = ${id}`
  expect(row).toEqual({ webhook_secret: null })
  await operator.json(['applications', 'disable', id])
  expect(await operator.refusal(...cleared)).toMatchObject({ code: 'DISABLED' })
})

test('of two changes of an application at once only the first is made', async () => {
  const { operator, server } = await deskOf()
  const { id } = await operator.json<Credentials>(registerNamed('壬工具'))
  const change = ['applications', 'change', id]
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const first = server.sql.begin(async (tx) => {
    await tx`update applications set backchannel_url = 'https://tools.test/out' where id = ${id}`
    locked.resolve()
    await gate.promise
  })
  await locked.promise
  const refused = operator.refusal(...change, '--webhook', 'https://tools.test/hook')
  await untilWaiting(server.sql)
  gate.resolve()
  await first
  expect(await refused).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  expect(await stored(server, id)).toMatchObject({
    backchannelUrl: 'https://tools.test/out',
    webhookUrl: null,
  })
})

test('the signing key is rotated, and no output or record has a private key', async () => {
  const { operator, server } = await deskOf()
  const rotate = ['applications', 'rotate-signing-key']
  const first = await operator.json<{ id: string; ended: number }>(rotate)
  expect(first).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), ended: 0 })
  const second = await operator.json([...rotate, '--leaked', '--reason', '服务器被入侵'])
  expect(second).toMatchObject({ ended: 1 })
  const [key] = await readSigningKeys(server.deps)
  expect(second).toEqual({ id: key!.kid, ended: 1 })
  const actions = await server.sql`
    select * from operator_actions where command = 'applications rotate-signing-key'`
  expect(actions).toHaveLength(2)
  expect(JSON.stringify([first, second, actions])).not.toContain(key!['d'])
})

test('networks of a key have to be addresses or ranges; a rotated key keeps them', async () => {
  const { operator, server } = await deskOf()
  for (const networks of [
    ...[
      '',
      'office',
      '203.0.113.0/33',
      '203.0.113.0/',
      '203.0.113',
      '2001:db8::/129',
      'fe80::1%eth0',
    ],
    ...['203.0.113.7,', '203.0.113.7;203.0.113.8', Array(101).fill('203.0.113.7').join(',')],
  ])
    expect(
      await operator.refusal(...registerNamed('丁工具', '--networks', networks)),
    ).toMatchObject({
      exit: 2,
      code: 'USAGE',
      message: expect.stringContaining('--networks'),
    })
  const networks = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']
  const { id } = await operator.json<Credentials>(
    registerNamed('丁工具', '--networks', networks.join(', ')),
  )
  const keyNetworks = async () =>
    (await listApplicationKeys(server.sql, id)).map((key) => key.networks.length)
  const rotate = ['applications', 'rotate', id]
  await operator.json(rotate)
  expect(await keyNetworks()).toEqual([3, 3])
  await operator.json([...rotate, '--networks', 'any'])
  const lengths = await keyNetworks()
  expect(lengths).toHaveLength(3)
  expect(lengths).toContain(0)
})

test('call limits of an application are the default or those of its registration', async () => {
  const { operator, server } = await deskOf()
  const plain = await operator.json<Credentials>(registerNamed('戊工具'))
  const limits = ['--calls-per-second', '20', '--user-calls-per-second', '2', '--user-burst', '4']
  const { id } = await operator.json<Credentials>(registerNamed('戊画板', ...limits))
  const own = await operator.json<Credentials>(registerNamed('戊自营', '--first-party'))
  expect(
    await Promise.all([plain.id, id, own.id].map((each) => stored(server, each))),
  ).toMatchObject([
    { callsPerSecond: 200, userCallsPerSecond: 50, userBurst: 100 },
    { callsPerSecond: 20, userCallsPerSecond: 2, userBurst: 4 },
    { callsPerSecond: 1_000, userCallsPerSecond: 50, userBurst: 100 },
  ])
  for (const times of ['0', '1.5', '-1', '100001', 'many'])
    expect(await operator.refusal(...registerNamed('戊工具', '--user-burst', times))).toMatchObject(
      {
        exit: 2,
        code: 'USAGE',
        message: expect.stringContaining('--user-burst'),
      },
    )
})

test('rotation leaves two live keys; a disabled application has none', async () => {
  const { operator, server } = await deskOf()
  const first = await operator.json<Credentials>(registerNamed('己工具'))
  const live = async () =>
    (
      await server.sql`
        select from application_keys key join applications on applications.id = application_id
        where revoked_at is null and disabled_at is null and applications.id = ${first.id}`
    ).length
  const rotate = ['applications', 'rotate', first.id]
  const second = await operator.json<Credentials>(rotate)
  expect(second).toMatchObject({ id: first.id, revokedKeys: 0 })
  expect(second.apiKey).not.toBe(first.apiKey)
  expect(await live()).toBe(2)
  const third = await operator.json<Credentials>([...rotate, '--client-secret'])
  expect(third).toMatchObject({ revokedKeys: 1 })
  expect(third.clientSecret).not.toBe(first.clientSecret)
  expect(await live()).toBe(2)
  expect(await operator.refusal(...rotate, '--webhook-secret')).toMatchObject({
    exit: 1,
    code: 'NO_WEBHOOK',
  })
  expect(await live()).toBe(2)
  await operator.json(['applications', 'disable', first.clientId])
  expect(await live()).toBe(0)
  for (const words of [rotate, ['applications', 'disable', first.id]])
    expect(await operator.refusal(...words)).toMatchObject({ exit: 1, code: 'DISABLED' })
})

test('a purchase and a closed account are told to applications, and a message is sent again', async () => {
  await using fixture = await startOperatorShop()
  const { shop, operator } = fixture
  await using receiver = await startReceiver()
  const { id } = await operator.json<Credentials>(
    registerNamed('丁工具', '--webhook', receiver.url, '--first-party'),
  )
  const ann = await shop.newUser()
  await shop.pay(ann, await shop.checkout(ann), CARDS.good)
  const [purchased] = await shop.sql<{ id: string }>`
    select id, type, state, tries, data from application_messages where application_id = ${id}`
  expect(purchased).toMatchObject({
    ...{ type: 'credit.purchased', state: 'waiting', tries: 0 },
    data: { user: ann.user.id, credit: 2000, bonus: 0 },
  })
  const jobs = startJobs({
    sql: shop.sql,
    handlers: applicationHandlers(shop.deps),
    log: shop.deps.log,
    pollMs: 20,
  })
  await expect
    .poll(() => shop.sql`select from application_messages where state = 'delivered'`)
    .toHaveLength(1)
  await operator.json(['applications', 'replay', purchased!.id])
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  await shop.sql`update users set closing_at = now() - interval '1 day' where id = ${ann.user.id}`
  const erase = startedAccountJobs(shop.deps).find(({ name }) => name === 'erase-closed-accounts')
  await erase!.run(new AbortController().signal)
  await expect.poll(() => receiver.received.length).toBe(3)
  expect(JSON.parse(receiver.received[2]!.body)).toMatchObject({
    type: 'account.closed',
    data: { user: ann.user.id },
  })
  await jobs.stop()
  expect(await operator.refusal('applications', 'replay', 'nothing')).toMatchObject({
    code: 'NOT_FOUND',
  })
}, 60_000)
