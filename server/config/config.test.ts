import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { checkDataFolder } from './data-folder.ts'
import { environmentSchema } from './environment.ts'
import { dataFolder, problemsOf, production, RANDOM_KEY } from '../testing/settings.ts'

test('the tools site of the demo has the port after the sandbox, in development alone', () => {
  using data = dataFolder()
  const at = (variables: Record<string, string>) =>
    loadConfig({ DATA_DIR: data.folder, ...variables }).tools
  expect(at({ PORT: '4000' })).toMatchObject({ port: 4002, publicUrl: 'http://localhost:4002' })
  const network = { PUBLIC_URL: 'http://192.168.1.7:3000', TOOLS_PORT: '4500' }
  expect(at(network)).toMatchObject({ port: 4500, publicUrl: 'http://192.168.1.7:4500' })
  expect(at({ TOOLS_SITE: 'none' })).toBeNull()
  expect(at({ NODE_ENV: 'test' })).toBeNull()
  expect(at({ NODE_ENV: 'test', TOOLS_SITE: 'demo' })).toMatchObject({ port: 3002 })
  expect(loadConfig({ ...production, TOOLS_SITE: 'demo' }).tools).toBeNull()
})

test('a port that is taken, or an address that a page on https cannot sign on to, is a problem of the tools site', () => {
  expect(problemsOf({ TOOLS_PORT: '3001' })).toEqual([
    'TOOLS_PORT：与别的端口冲突，请换一个，或写 TOOLS_SITE=none',
  ])
  const secure = { PUBLIC_URL: 'https://shop.test', SANDBOX_PUBLIC_URL: 'https://pay.test' }
  const open = expect.stringMatching(/^PUBLIC_URL：/)
  expect(problemsOf(secure)).toEqual([
    'TOOLS_PUBLIC_URL：https 站点的浏览器只能登录到 https 的工具网站，请填写其地址，或写 TOOLS_SITE=none',
    open,
  ])
  expect(problemsOf({ ...secure, TOOLS_PUBLIC_URL: 'https://tools.test' })).toEqual([open])
  expect(problemsOf({ ...secure, TOOLS_SITE: 'none' })).toEqual([open])
})

test('the console has the third port after the shop, on in development and in production where its port is named', () => {
  using data = dataFolder()
  const at = (variables: Record<string, string>) =>
    loadConfig({ DATA_DIR: data.folder, ...variables }).console
  expect(at({ PORT: '4000' })).toEqual({
    port: 4003,
    host: '127.0.0.1',
    url: 'http://localhost:4003',
    daily: { refunds: 2000, credit: 100_000 },
    without: [],
  })
  expect(at({ CONSOLE: 'none' })).toBeNull()
  expect(at({ NODE_ENV: 'test' })).toBeNull()
  expect(loadConfig(production).console).toBeNull()
  const named = { ...production, CONSOLE_PORT: '3003', CONSOLE_URL: 'https://console.shop.test' }
  expect(loadConfig(named).console).toMatchObject({ port: 3003, url: 'https://console.shop.test' })
})

test('a console needs a port of its own and an address of its own that passkeys accept', () => {
  expect(problemsOf({ CONSOLE_PORT: '3001' })).toEqual([
    'CONSOLE_PORT：与别的端口冲突，请换一个，或写 CONSOLE=none',
  ])
  const wrong: [string, string][] = [
    ['http://console.shop.test', '必须是 https，或者 http://localhost'],
    ['https://192.168.1.7:3003', '不能是 IP 地址：通行密钥只认域名或 localhost'],
    ['https://[::1]:3003', '不能是 IP 地址：通行密钥只认域名或 localhost'],
    [production.PUBLIC_URL, '不能与网站（PUBLIC_URL）相同：控制台要有自己的地址'],
  ]
  for (const [CONSOLE_URL, sentence] of wrong) {
    const problems = problemsOf({ ...production, CONSOLE_PORT: '3003', CONSOLE_URL })
    expect(problems).toEqual([`CONSOLE_URL：${sentence}`])
  }
  expect(problemsOf({ ...production, CONSOLE_PORT: '3003' })).toEqual([
    expect.stringMatching(/^CONSOLE_URL：开了控制台就必须填写/),
  ])
})

test('misspelt setting: the problem list names the missing setting and the misspelt one', () => {
  const { DATABASE_URL, ...rest } = production
  expect(problemsOf({ ...rest, DATBASE_URL: DATABASE_URL })).toEqual([
    expect.stringMatching(/^DATABASE_URL：/),
    '没有 DATBASE_URL 这个设置，写了也不起作用：是不是 DATABASE_URL？',
  ])
})

test('empty environment: embedded database, mails in files, payment sandbox', () => {
  using data = dataFolder()
  const config = loadConfig({ DATA_DIR: data.folder })
  expect(config).toMatchObject({
    isProduction: false,
    publicUrl: 'http://localhost:3000',
    host: '127.0.0.1',
    databaseUrl: null,
    mail: { smtpUrl: null, from: 'no-reply@localhost' },
    payments: {
      provider: 'sandbox',
      apiBase: 'http://127.0.0.1:3001',
      methods: ['alipay', 'wechat_pay', 'card'],
      livemode: false,
    },
  })
  expect(Object.isFrozen(config)).toBe(true)
  expect(Object.isFrozen(config.payments.webhookSecrets)).toBe(true)
})

test('complete production settings are accepted; cards only, unless PAYMENT_METHODS lists others in display order', () => {
  expect(loadConfig(production).payments.methods).toEqual(['card'])
  const named = { ...production, PAYMENT_METHODS: 'wechat_pay, card ,wechat_pay' }
  expect(loadConfig(named).payments.methods).toEqual(['wechat_pay', 'card'])
  for (const wrong of ['card,paypal', ',']) {
    const [problem] = problemsOf({ ...production, PAYMENT_METHODS: wrong })
    expect(problem).toMatch(/^PAYMENT_METHODS：/)
  }
})

test('secrets are created once an installation, survive a restart and are readable by the owner only', () => {
  using data = dataFolder()
  const first = loadConfig({ DATA_DIR: data.folder })
  expect(loadConfig({ DATA_DIR: data.folder })).toEqual(first)
  const file = join(data.folder, 'secrets', 'secret-key')
  expect(readFileSync(file, 'utf8')).toBe(first.secretKey)
  expect(first.secretKey.length).toBeGreaterThanOrEqual(64)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const made = join(data.folder, 'made')
  checkDataFolder(made)
  expect(statSync(made).mode & 0o777).toBe(0o700)
  // root is told that no folder can be there, anybody else that he may not make one
  if (process.platform === 'linux')
    expect(() => loadConfig({ DATA_DIR: '/proc/shop' })).toThrow(
      /\/proc\/shop 所在的地方不能建目录|没有权限写入数据目录 \/proc\/shop/,
    )
  expect(first.payments.secretKey).toMatch(/^sk_test_[A-Za-z0-9]{40,}$/)
  expect(first.payments.publishableKey).toMatch(/^pk_test_[A-Za-z0-9]{40,}$/)
  expect(first.payments.webhookSecrets[0]).toMatch(/^whsec_[A-Za-z0-9]{40,}$/)
  using other = dataFolder()
  const second = loadConfig({ DATA_DIR: other.folder })
  expect(first.secretKey).not.toBe(second.secretKey)
  expect(first.payments.secretKey).not.toBe(second.payments.secretKey)
  const { payments, host } = loadConfig(production)
  expect(host).toBe('127.0.0.1')
  expect(payments).toMatchObject({ provider: 'stripe', livemode: true, apiBase: null })
  expect(payments.webhookSecrets).toEqual(['whsec_oldOne7k', 'whsec_newOne9m'])
})

test('one list names every missing setting of production and every invalid one', () => {
  const names = problemsOf({ NODE_ENV: 'production' }).map((line) => line.split('：')[0])
  expect(names).toEqual([
    'SECRET_KEY',
    'PUBLIC_URL',
    'DATABASE_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'PAYMENTS',
  ])
  const problems = problemsOf({ NODE_ENV: 'production', PORT: 'http', CAPTCHA: 'turnstile' })
  expect(problems).toContain('PORT：应为 1–65535 的端口号')
  expect(problems).toContain('CAPTCHA_SECRET_KEY：CAPTCHA=turnstile 时必须填写')
  expect(problems.some((line) => line.startsWith('SMTP_URL：'))).toBe(true)
})

test('production with one wrong setting: only that setting is reported', () => {
  const wrong = [
    ['SECRET_KEY', 'changeme-changeme-changeme-changeme'],
    ['SECRET_KEY', 'short'],
    ['SECRET_KEY', 'abababababababababababababababababababab'],
    ['PUBLIC_URL', 'http://shop.test'],
    ['PUBLIC_URL', 'https://shop.test/path'],
    ['PUBLIC_URL', 'shop.test'],
    ['STRIPE_SECRET_KEY', 'whsec_51Hq2KcV8mTz'],
    ['STRIPE_SECRET_KEY', 'sk_live_your-key-here'],
    ['STRIPE_SECRET_KEY', ''],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_51Hq2KcV8mTz'],
    ['STRIPE_PUBLISHABLE_KEY', ''],
    ['STRIPE_WEBHOOK_SECRET', ''],
    ['STRIPE_WEBHOOK_SECRET', ','],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_good5tP,bad'],
    ['DATABASE_URL', 'mysql://db'],
    ['DATABASE_URL', ''],
    ['EMBEDDED_DATABASE', 'yes'],
    ['SMTP_URL', 'mail.test'],
    ['MAIL_FROM', 'nobody'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'everyone'],
    ['TRUST_PROXY', '10.0.0.0/8,0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUST_PROXY', '2000::/3'],
    ['TRUST_PROXY', '::ffff:0.0.0.0/96'],
    ['TRUST_PROXY', '::ffff:128.0.0.0/97'],
    ['TRUST_PROXY', '::FFFF:0:0/96'],
    ['CORS_ORIGINS', 'https://a.test,*'],
    ['COOKIE_DOMAIN', 'https://shop.test'],
    ['PORT', '0'],
    ['PORT', '70000'],
    ['LOG_LEVEL', 'loud'],
  ]
  const reported = wrong.map(([name = '', value]) =>
    problemsOf({ ...production, [name]: value }).map((line) => line.split('：')[0]),
  )
  expect(reported.map((names, at) => [wrong[at], names])).toEqual(
    wrong.map((row) => [row, [row[0]]]),
  )
})

test('sandbox in production requires PAYMENTS=sandbox, Stripe keys require PAYMENTS', () => {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...rest } = production
  const sandboxUrl = 'https://pay.shop.test'
  const { payments } = loadConfig({
    ...rest,
    PAYMENTS: 'sandbox',
    SANDBOX_PUBLIC_URL: sandboxUrl,
  })
  expect(payments).toMatchObject({ provider: 'sandbox', sandboxUrl })
  expect(problemsOf({ ...rest, PAYMENTS: 'sandbox' })).toEqual([
    'SANDBOX_PUBLIC_URL：https 站点的浏览器只能访问 https 的沙箱，请填写其地址',
  ])
  const { PAYMENTS, ...undecided } = rest
  expect(problemsOf({ ...undecided, SANDBOX_PUBLIC_URL: sandboxUrl })).toEqual([
    'PAYMENTS：生产环境必须写明 stripe（收款）或 sandbox（测试模式）',
  ])
  const keys = problemsOf({ SECRET_KEY: RANDOM_KEY, STRIPE_SECRET_KEY: 'sk_test_51Hq2Kc' })
  expect(keys).toEqual(['PAYMENTS：已填写 Stripe 密钥，请写明 stripe 或 sandbox'])
})

test('shop and sandbox can reach each other, whatever HOST is', () => {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, ...rest } = production
  const sandbox = { PAYMENTS: 'sandbox', SANDBOX_PUBLIC_URL: 'https://pay.test' }
  const addresses = [
    ['localhost', 'http://127.0.0.1:4600', 'http://127.0.0.1:4601'],
    ['0.0.0.0', 'http://127.0.0.1:4600', 'http://127.0.0.1:4601'],
    ['10.0.0.7', 'http://10.0.0.7:4600', 'http://10.0.0.7:4601'],
    ['fd00::7', 'http://[fd00::7]:4600', 'http://[fd00::7]:4601'],
  ]
  const found = addresses.map(([HOST = '']) => {
    const config = loadConfig({ ...rest, ...sandbox, HOST, PORT: '4600' })
    return [HOST, config.ownUrl, config.payments.apiBase]
  })
  expect(found).toEqual(addresses)
})

test('STRIPE_API_BASE: an external sandbox is used and none is started', () => {
  const { payments } = loadConfig({
    SECRET_KEY: RANDOM_KEY,
    PAYMENTS: 'sandbox',
    STRIPE_API_BASE: 'http://10.0.0.7:4001',
  })
  expect(payments).toMatchObject({
    apiBase: 'http://10.0.0.7:4001',
    sandboxUrl: 'http://10.0.0.7:4001',
    sandboxPort: null,
  })
})

test('OPS_PORT equal to the port of site or sandbox is refused', () => {
  const given = { SECRET_KEY: RANDOM_KEY, PORT: '4600' }
  expect(problemsOf({ ...given, OPS_PORT: '4600' })).toEqual([
    'OPS_PORT：网站已经用了端口 4600（PORT），请换一个端口',
  ])
  const taken = (port: string) => [
    `OPS_PORT：支付沙箱已经用了端口 ${port}（SANDBOX_PORT），请换一个端口`,
  ]
  expect(problemsOf({ ...given, OPS_PORT: '4601' })).toEqual(taken('4601'))
  expect(problemsOf({ ...given, OPS_PORT: '4610', SANDBOX_PORT: '4610' })).toEqual(taken('4610'))
  // where no sandbox is started its port is free
  expect(problemsOf({ ...production, PORT: '4600', OPS_PORT: '4601' })).toEqual([])
  const elsewhere = { ...given, PAYMENTS: 'sandbox', STRIPE_API_BASE: 'http://10.0.0.7:4001' }
  expect(problemsOf({ ...elsewhere, OPS_PORT: '4601' })).toEqual([])
})

test('.env.example lists every setting in order, with its meaning and its default', () => {
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n')
  const shown: Record<string, string> = {}
  for (const [at, line] of lines.entries()) {
    const [, name, value] = /^#([A-Z_]+)=(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    expect(lines[at - 1], `${name} has a meaning`).toMatch(/^#( |[A-Z_]+=)/)
    shown[name] = value
  }
  expect(Object.keys(shown)).toEqual(Object.keys(environmentSchema.shape))
  const given = Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== ''))
  expect(environmentSchema.parse(given)).toEqual(environmentSchema.parse({}))
  expect(Object.keys(given)).toEqual(Object.keys(environmentSchema.parse({})))
})
