import { expect, test } from 'vitest'
import { dataFolder, problemsOf, production } from '../testing/settings.ts'

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

test.each([
  ['HOST', '0.0.0.0'],
  ['HOST', '192.168.1.7'],
  ['HOST', '::'],
  ['PUBLIC_URL', 'https://shop.test'],
])('what others reach is refused outside production: %s=%s', (name, value) => {
  using data = dataFolder()
  const open = { DATA_DIR: data.folder, TOOLS_SITE: 'none', SANDBOX_PUBLIC_URL: 'https://pay.test' }
  for (const NODE_ENV of ['development', 'test']) {
    expect(problemsOf({ ...open, NODE_ENV, [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${name}：.*请设 NODE_ENV=production`)),
    ])
  }
  for (const HOST of ['localhost', '127.8.0.1', '::1'])
    expect(problemsOf({ ...open, HOST })).toEqual([])
})
