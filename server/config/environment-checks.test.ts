import { expect, test } from 'vitest'
import { dataFolder, problemsOf, production } from '../testing/settings.ts'
import { findUnknownSettings } from './unknown-settings.ts'

test('live keys go to Stripe alone', () => {
  expect(problemsOf({ ...production, STRIPE_API_BASE: 'http://10.0.0.7:4001' })).toEqual([
    'STRIPE_API_BASE：live 密钥只能发给 Stripe 自己：真实收款时请去掉这个设置',
  ])
})

test('production with NODE_TLS_REJECT_UNAUTHORIZED=0 is refused', () => {
  expect(problemsOf({ ...production, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
    expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED：.*请去掉它$/),
  ])
  expect(problemsOf({ ...production, NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([])
})

test('what others reach is refused outside production', () => {
  using data = dataFolder()
  const open = { DATA_DIR: data.folder, TOOLS_SITE: 'none', SANDBOX_PUBLIC_URL: 'https://pay.test' }
  for (const [name, value] of [
    ['HOST', '0.0.0.0'],
    ['HOST', '192.168.1.7'],
    ['HOST', '::'],
    ['PUBLIC_URL', 'https://shop.test'],
  ] as const) {
    for (const NODE_ENV of ['development', 'test']) {
      expect(problemsOf({ ...open, NODE_ENV, [name]: value })).toEqual([
        expect.stringMatching(new RegExp(`^${name}：.*请设 NODE_ENV=production`)),
      ])
    }
  }
  for (const HOST of ['localhost', '127.8.0.1', '::1'])
    expect(problemsOf({ ...open, HOST })).toEqual([])
})

test('a setting that the shop does not know is reported with the one it resembles; those of other programs are not', () => {
  const unknown: [string, string | null][] = [
    ['DATBASE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_REPLICA_URL', null],
    ['DATABASE_REPLICA_URL_FILE', null],
    ['SECRETKEY', 'SECRET_KEY'],
    ['SERCET_KEY', 'SECRET_KEY'],
    ['secret_key', 'SECRET_KEY'],
    ['PROT', 'PORT'],
    ['TRUST_PROXIES', null],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['STRIPE_WEBHOOK_KEY', null],
    ['SMTP_PASSWORD', null],
  ]
  const found = unknown.map(([name]) => findUnknownSettings({ [name]: 'x', PORT: '3000' }))
  expect(found).toEqual(unknown.map(([name, meant]) => [{ name, meant }]))
  for (const name of [
    'PATH',
    'HOME',
    'HOSTNAME',
    'MAIL',
    'LOGNAME',
    'NODE_OPTIONS',
    'TZ',
    'npm_config_cache',
  ])
    expect(findUnknownSettings({ [name]: 'x' }), name).toEqual([])
  expect(findUnknownSettings({ DATBASE_URL: ' ' })).toEqual([])
})
