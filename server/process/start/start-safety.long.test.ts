import { cp, readFile, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { freePort, occupyPort, releasePort } from '../../testing/free-ports.ts'
import { runOperator } from '#harness/run-operator.ts'
import { runShop } from '#harness/shop-process.ts'
import {
  createDataFolder,
  WAIT_OPTIONS,
  PRODUCTION_SETTINGS,
  waitUntilReady,
  waitForOutput,
  createShopParts,
} from '../../testing/shop-parts.ts'
import { buildWeb } from '../../testing/build-web.ts'

const LONG = 120_000

/** The build renders the documents. */
beforeAll(buildWeb, LONG)

/** Settings of a production node behind a proxy on this machine, without HOST. */
function publicSettings(parts: { sandboxPort: number; settings: Record<string, string> }) {
  const { HOST: _, ...rest } = PRODUCTION_SETTINGS
  return {
    ...parts.settings,
    ...rest,
    PUBLIC_URL: 'https://shop.test',
    SANDBOX_PUBLIC_URL: 'https://pay.shop.test',
  }
}

test(
  'production without DATABASE_URL starts only with EMBEDDED_DATABASE=allow',
  async () => {
    await using data = await createDataFolder()
    const port = await freePort()
    const url = `http://localhost:${port}`
    const settings = {
      ...PRODUCTION_SETTINGS,
      PORT: String(port),
      DATA_DIR: data.folder,
      PUBLIC_URL: url,
    }
    await using refused = runShop(settings)
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('DATABASE_URL：生产环境必须填写')
    expect(refused.output()).toContain('EMBEDDED_DATABASE=allow')
    await using allowed = runShop({ ...settings, EMBEDDED_DATABASE: 'allow' })
    await waitUntilReady(allowed, url)
  },
  LONG,
)

const ownAddress = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

test.skipIf(ownAddress === undefined)(
  'production: site and /metrics listen on this machine only by default',
  async () => {
    await using parts = await createShopParts()
    const opsPort = await freePort()
    const settings = { ...publicSettings(parts), OPS_PORT: String(opsPort) }
    const site = `http://${ownAddress}:${parts.port}/healthz`
    const metrics = `http://${ownAddress}:${opsPort}/metrics`
    {
      await using shop = runShop(settings)
      await waitUntilReady(shop, parts.url)
      expect((await fetch(`http://127.0.0.1:${opsPort}/metrics`)).status).toBe(200)
      await expect(fetch(site)).rejects.toThrow('fetch failed')
      await expect(fetch(metrics)).rejects.toThrow('fetch failed')
    }
    await using shop = runShop({ ...settings, HOST: '0.0.0.0' })
    await waitUntilReady(shop, parts.url)
    expect((await fetch(site)).status).toBe(200)
    await expect(fetch(metrics)).rejects.toThrow('fetch failed')
  },
  LONG,
)

test(
  'changed SECRET_KEY prevents the start until the operator accepts it',
  async () => {
    await using parts = await createShopParts()
    const first = { ...parts.settings, SECRET_KEY: PRODUCTION_SETTINGS.SECRET_KEY }
    const other = { ...first, SECRET_KEY: 'Zq8vT2mKx4Rb6Jw1Yc9Ls3Hd5Gf7Np0A' }
    {
      await using shop = runShop(first)
      await waitUntilReady(shop, parts.url)
    }
    {
      await using shop = runShop(other)
      expect(await shop.ended).toBe(1)
      expect(shop.output()).toMatch(
        /^SECRET_KEY 与这个数据库一直使用的不同，.*secret-key accept\n$/,
      )
    }
    {
      await using again = runShop(first)
      await waitUntilReady(again, parts.url)
    }
    const accept = ['secret-key', 'accept', '--yes', '--reason', '泄露']
    expect((await runOperator(other, accept)).output).toContain('已认可新的 SECRET_KEY')
    expect((await runOperator(other, accept)).output).toContain('没有变化')
    await using shop = runShop(other)
    await waitUntilReady(shop, parts.url)
    expect(
      await parts.database
        .sql`select reason from operator_actions where command = 'secret-key accept'`,
    ).toContainEqual({ reason: '泄露' })
  },
  LONG,
)

test(
  'public shop with demo content, test payments, too small prices and a misspelt setting logs warnings and alerts',
  async () => {
    await using parts = await createShopParts()
    const content = join(parts.folder, 'content')
    await cp('content', content, { recursive: true })
    const plans = join(content, 'plans.json')
    await writeFile(
      plans,
      (await readFile(plans, 'utf8')).replace('"amount": 1990', '"amount": 399'),
    )
    const settings = { ...publicSettings(parts), CONTENT_DIR: content, TRUST_PROXI: 'loopback' }
    await using shop = runShop(settings)
    await waitForOutput(shop, '"msg":"ready"')
    for (const words of [
      /没有 TRUST_PROXI 这个设置，写了也不起作用：是不是 TRUST_PROXY？/,
      /没有设置 TRUST_PROXY，.*例如 TRUST_PROXY=loopback/,
      /site\.json 里还是演示内容（toolsUrl、support、downloads、icp、company、email、address）：请换成您自己的/,
      /付款走的是沙箱，访客付款不会真的收到钱：/,
      /套餐 trial 的最低金额少于 ¥4\.00，支付平台不收这么小的付款：/,
    ]) {
      expect(shop.output()).toMatch(words)
    }
    const alerts = () => runOperator(settings, ['alerts'])
    await vi.waitFor(async () => {
      const { output } = await alerts()
      for (const name of ['demo_content', 'test_payments', 'price_below_minimum']) {
        expect(JSON.parse(output)).toContainEqual(
          expect.objectContaining({ kind: 'start_warning', subject: name, times: 1 }),
        )
      }
    }, WAIT_OPTIONS)
    expect((await alerts()).output).toContain('支付平台不收这么小的付款')
  },
  LONG,
)

test(
  'plans that differ from the file are listed with the command that applies it',
  async () => {
    await using parts = await createShopParts()
    const content = join(parts.folder, 'content')
    await cp('content', content, { recursive: true })
    const settings = { ...parts.settings, CONTENT_DIR: content }
    {
      await using shop = runShop(settings)
      await waitForOutput(shop, '已就绪')
      expect(shop.output()).not.toContain('注意')
    }
    const plans = join(content, 'plans.json')
    await writeFile(
      plans,
      (await readFile(plans, 'utf8')).replace('"amount": 4990', '"amount": 4690'),
    )
    await using shop = runShop(settings)
    await waitForOutput(shop, '已就绪')
    expect(shop.output()).toMatch(
      /注意\s+plans\.json 与正在出售的套餐不一致：standard 不同。要照文件出售，请运行 npm run operator -- plans apply \S+plans\.json（/,
    )
    await runOperator(settings, ['plans', 'apply', plans, '--yes'])
    const again = await runOperator(settings, ['plans', 'apply', plans, '--yes'])
    expect(again.output).toContain('没有变化')
  },
  LONG,
)

const LIVE_SETTINGS = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_live_51Hq2KcV8mTz',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_51Hq2KcV8mTz',
  STRIPE_WEBHOOK_SECRET: 'whsec_oldOne7k',
}

test(
  'what endangers money or data ends a start in production with one sentence each',
  async () => {
    await using parts = await createShopParts()
    const settings = { ...parts.settings, ...PRODUCTION_SETTINGS, PUBLIC_URL: parts.url }
    const publicShop = { ...settings, PUBLIC_URL: 'https://shop.test' }
    const refusals: [Record<string, string>, RegExp][] = [
      [{ ...publicShop, ...LIVE_SETTINGS }, /^真实收款（live 密钥）时，.*演示内容.*请换成您自己的/],
      [
        { ...publicShop, ...LIVE_SETTINGS, STRIPE_API_BASE: parts.url },
        /STRIPE_API_BASE：live 密钥只能发给 Stripe 自己/,
      ],
      [{ ...settings, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, /NODE_TLS_REJECT_UNAUTHORIZED：/],
      [{ ...settings, DATABASE_POOL: '200' }, /^DATABASE_POOL=200 超过数据库的 max_connections/],
    ]
    for (const [given, sentence] of refusals) {
      await using shop = runShop(given)
      expect(await shop.ended).toBe(1)
      expect(shop.output()).toMatch(sentence)
      expect(shop.output()).not.toContain('    at ')
    }
  },
  LONG,
)

test(
  'secrets stand in files, and what the doctor finds is in the log of a start in production',
  async () => {
    await using parts = await createShopParts()
    const { DATABASE_URL, ...rest } = parts.settings
    const { SECRET_KEY, ...production } = PRODUCTION_SETTINGS
    const files = { key: join(parts.folder, 'key'), database: join(parts.folder, 'database') }
    await writeFile(files.database, DATABASE_URL)
    const settings = {
      ...rest,
      ...production,
      PUBLIC_URL: parts.url,
      SECRET_KEY_FILE: files.key,
      DATABASE_URL_FILE: files.database,
    }
    {
      await using refused = runShop({ ...settings, SMTP_URL_FILE: files.database })
      expect(await refused.ended).toBe(1)
      expect(refused.output()).toContain(`SECRET_KEY_FILE：没有 ${files.key} 这个文件`)
      expect(refused.output()).toContain('SMTP_URL_FILE：同一个设置也直接写了值')
    }
    await writeFile(files.key, `${SECRET_KEY}\n`)
    await using shop = runShop(settings)
    await waitUntilReady(shop, parts.url)
    // the test's database does not write through, nothing listens where its mail goes
    await waitForOutput(shop, '"warning":"doctor_durability"')
    await waitForOutput(shop, '"warning":"doctor_mail"')
    await waitForOutput(shop, '"warning":"doctor_backup"')
    const commands = { ...settings, SECRET_KEY_FILE: files.key }
    expect((await runOperator(commands, ['alerts'])).code).toBe(0)
  },
  LONG,
)

test(
  'production: a second node on the port of the first one’s sandbox is told which setting to change',
  async () => {
    await using parts = await createShopParts()
    const other = await occupyPort(parts.port)
    await using shop = runShop(publicSettings(parts))
    expect(await shop.ended).toBe(1)
    expect(shop.output()).toContain(`端口 ${parts.port} 已被占用`)
    expect(shop.output()).toContain('SANDBOX_PORT')
    expect(shop.output()).toContain('STRIPE_API_BASE')
    await releasePort(other)
  },
  LONG,
)
