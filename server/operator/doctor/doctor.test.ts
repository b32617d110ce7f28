import { createServer } from 'node:net'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { uuidv7 } from '../../db/ids.ts'
import { operatorOf } from '../../testing/operator.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startOperatorShop } from '../../testing/operator-shop.ts'
import { startShop } from '../../testing/shop.ts'
import { startTestServer } from '../../testing/harness.ts'
import type { CheckContext } from './check.ts'
import { type CheckResult, checks, runCheck } from './run-checks.ts'

const shopOf = oncePerFile(startOperatorShop)

type Outcomes = Record<string, CheckResult>

function byId(results: readonly CheckResult[]): Outcomes {
  return Object.fromEntries(results.map((result) => [result.id, result]))
}

/** Runs one check in the server's own process, with its clock. */
async function checkOf(
  { deps }: { deps: Awaited<ReturnType<typeof startTestServer>>['deps'] },
  id: string,
  changes: Partial<CheckContext['config']> = {},
): Promise<CheckResult> {
  const { sql, now, content } = deps
  const config = { ...deps.config, ...changes }
  const context = { config, sql, now, content, deps: () => Promise.resolve(deps) }
  return runCheck(
    context,
    checks.find((check) => check.id === id)!,
  )
}

test('terminal: every check is made and printed, and one that is bad makes the exit code 3', async () => {
  const { operator, shop } = await shopOf()
  const user = await shop.newUser()
  await shop.buy(user)
  // no page of the test's shop answers at its address
  const results = await operator.json<CheckResult[]>(['doctor'], 3)
  expect(results.map(({ id }) => id)).toEqual(checks.map(({ id }) => id))
  const found = byId(results)
  for (const id of ['database', 'migrations', 'connections', 'keys', 'webhook', 'clock', 'mail']) {
    expect(found[id]).toMatchObject({ outcome: 'good', advice: null })
  }
  expect(found['keys']!.found).toContain('支付沙箱认可密钥，测试模式')
  expect(found['webhook']!.found).toContain('没有漏掉的')
  expect(found['address']).toMatchObject({ outcome: 'bad' })
  const text = await operator.run('doctor')
  expect(text.code).toBe(3)
  expect(text.output).toContain('✓ 数据库：PostgreSQL')
  expect(text.output).toContain('✗ 网站地址：')
  expect(text.output).toMatch(/正常 \d+，注意 \d+，有问题 \d+/)
})

test('terminal: nothing answers: each check says so for itself, and no password is printed', async () => {
  const { shop } = await shopOf()
  await using operator = await operatorOf({
    ...shop,
    settings: {
      DATABASE_URL: 'postgres://shop:db-password@127.0.0.1:1/shop',
      SMTP_URL: 'smtp://shop:smtp-password@127.0.0.1:1',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
    },
  })
  const { code, output } = await operator.run('doctor', '--json')
  expect(code).toBe(3)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command prints
  const found = byId(JSON.parse(output) as CheckResult[])
  expect(found['database']).toMatchObject({
    outcome: 'bad',
    found: expect.stringContaining('数据库拒绝连接'),
  })
  expect(found['keys']).toMatchObject({ outcome: 'bad', found: '支付沙箱没有答复' })
  expect(found['mail']).toMatchObject({
    outcome: 'bad',
    found: expect.stringContaining('连不上邮件服务器'),
  })
  expect(found['content']).toMatchObject({ outcome: 'good' })
  for (const secret of ['db-password', 'smtp-password', shop.config.secretKey]) {
    expect(output).not.toContain(secret)
  }
})

test('payment: a key that the provider refuses, notices that were lost, and a machine whose clock is off', async () => {
  await using shop = await startShop()
  const { payments } = shop.config
  const wrong = { payments: { ...payments, secretKey: 'sk_test_anotherKeyOfNobody' } }
  expect(await checkOf(shop, 'keys', wrong)).toMatchObject({
    outcome: 'bad',
    found: '支付沙箱不认 STRIPE_SECRET_KEY（HTTP 401）',
  })
  const live = { payments: { ...payments, livemode: true } }
  expect(await checkOf(shop, 'keys', live)).toMatchObject({
    outcome: 'bad',
    found: expect.stringContaining('真实收款'),
  })
  expect(await checkOf(shop, 'keys', { isProduction: true })).toMatchObject({ outcome: 'note' })
  expect(await checkOf(shop, 'clock')).toMatchObject({ outcome: 'good' })
  shop.advance(5_000)
  expect(await checkOf(shop, 'clock')).toMatchObject({ outcome: 'note' })
  await shop.loseEvents()
  await shop.buy(await shop.newUser())
  expect(await checkOf(shop, 'webhook')).toMatchObject({ outcome: 'good' })
  shop.advance(11 * 60_000)
  expect(await checkOf(shop, 'webhook')).toMatchObject({
    outcome: 'bad',
    found: expect.stringMatching(/一天里有 [1-9]\d* 个事件没有送达/),
  })
  const { outcome, found } = await checkOf(shop, 'clock')
  expect([outcome, found]).toEqual(['bad', expect.stringContaining('与支付平台相差 66')])
})

test('key, folder, backup, content, jobs and outbox: what is wrong is found', async () => {
  await using server = await startTestServer()
  await using operator = await operatorOf(server)
  const { sql } = server
  await sql`insert into secret_key_mark (mark) values ('of-another-key')`
  expect(await checkOf(server, 'secret-key')).toMatchObject({ outcome: 'bad' })
  const file = join(operator.folder, 'file')
  await writeFile(file, '')
  expect(await checkOf(server, 'disk', { dataDir: join(file, 'data') })).toMatchObject({
    outcome: 'bad',
    found: expect.stringContaining('不能写入'),
  })
  const online = { isProduction: true }
  expect(await checkOf(server, 'backup', online)).toMatchObject({ outcome: 'note' })
  await operator.json(['backup', join(operator.folder, 'shop.gz')])
  expect(await checkOf(server, 'backup', online)).toMatchObject({ outcome: 'good' })
  expect(await checkOf(server, 'content', { contentDir: operator.folder })).toMatchObject({
    outcome: 'bad',
    advice: expect.stringContaining('下次启动会因此失败'),
  })
  expect(await checkOf(server, 'jobs')).toMatchObject({ outcome: 'note' })
  await sql`insert into timed_jobs (name, run_at) values ('prove-ledger', now() - interval '1 hour')`
  expect(await checkOf(server, 'jobs')).toMatchObject({
    outcome: 'bad',
    found: expect.stringContaining('1 小时前'),
  })
  await sql`
    insert into jobs (id, kind, payload, created_at)
    values (${uuidv7()}, 'mail', '{}', now() - interval '1 hour')`
  expect(await checkOf(server, 'outbox')).toMatchObject({ outcome: 'bad' })
  expect(await checkOf(server, 'plans')).toMatchObject({ outcome: 'bad' })
})

test('a mail server that greets nobody ends with its own sentence, and a check that hangs with the limit', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const { shop } = await shopOf()
  const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'a@shop.test' }
  const context = {
    ...shop.deps,
    config: { ...shop.config, mail },
    deps: () => Promise.resolve(shop.deps),
  }
  const check = checks.find(({ id }) => id === 'mail')!
  expect(await runCheck(context, check, 100)).toMatchObject({
    outcome: 'bad',
    found: '0.1 秒内没有结果',
  })
  silent.close()
})
