import { expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { production } from '../../testing/settings.ts'
import { documentHeaders } from './document-headers.ts'

const SECRET_KEY = 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe'

const sandbox = loadConfig({ SECRET_KEY })
const stripe = loadConfig(production)

function directives(headers: Record<string, string>): Map<string, string[]> {
  const parts = headers['content-security-policy']!.split('; ').map((part) => part.split(' '))
  return new Map(parts.map(([name = '', ...sources]) => [name, sources]))
}

test('documents allow no inline code or eval, public ones only our own origin, with any payment provider', () => {
  for (const config of [sandbox, stripe]) {
    const headers = documentHeaders(config, 'public', '/plans')
    const policy = directives(headers)
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('connect-src')).toEqual(["'self'"])
    expect(policy.get('frame-ancestors')).toEqual(["'none'"])
    expect(policy.get('base-uri')).toEqual(["'none'"])
    expect(policy.get('require-trusted-types-for')).toEqual(["'script'"])
    expect(policy.get('trusted-types')).toEqual(["'none'"])
    expect(policy.get('report-uri')).toEqual(['/csp-report'])
    for (const zone of ['public', 'account'] as const) {
      const whole = documentHeaders(config, zone, '/')['content-security-policy']
      expect(whole).not.toMatch(/unsafe|https:(\s|;|$)| \*/)
    }
  }
})

test("account documents allow Stripe's sources or the sandbox's address, a separate API host and an external captcha", () => {
  const withStripe = directives(documentHeaders(stripe, 'account', '/account/recharge'))
  expect(withStripe.get('script-src')).toContain('https://js.stripe.com')
  expect(withStripe.get('frame-src')).toContain('https://hooks.stripe.com')
  expect(withStripe.get('connect-src')).toEqual(["'self'", 'https://api.stripe.com'])
  expect(withStripe.has('require-trusted-types-for')).toBe(false)
  const withSandbox = directives(documentHeaders(sandbox, 'account', '/account/recharge'))
  expect(withSandbox.get('connect-src')).toEqual(["'self'", 'http://localhost:3001'])
  expect(withSandbox.get('script-src')).toEqual(["'self'"])
  expect(withSandbox.get('require-trusted-types-for')).toEqual(["'script'"])
  expect(withSandbox.get('trusted-types')).toEqual(['captcha'])

  const config = loadConfig({
    SECRET_KEY,
    API_BASE: 'https://api.shop.test',
    CAPTCHA: 'turnstile',
    CAPTCHA_SITE_KEY: '1x00',
    CAPTCHA_SECRET_KEY: '1x01',
  })
  const account = directives(documentHeaders(config, 'account', '/account/login'))
  expect(account.get('connect-src')).toContain('https://api.shop.test')
  expect(account.get('script-src')).toContain('https://challenges.cloudflare.com')
})

test('no other site may take a document in; pages with a secret in their address send no referrer; public ones have speculation rules', () => {
  for (const zone of ['public', 'account'] as const) {
    const headers = documentHeaders(stripe, zone, '/')
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
  }
  // a token, or a secret of the payment provider
  const policyOf = (path: string) => documentHeaders(sandbox, 'account', path)['referrer-policy']
  expect(policyOf('/account/reset-password')).toBe('no-referrer')
  expect(policyOf('/account/stripe-callback')).toBe('no-referrer')
  expect(policyOf('/account/login')).toBe('same-origin')
  const rules = (zone: 'public' | 'account') =>
    documentHeaders(sandbox, zone, '/')['speculation-rules']
  expect(rules('public')).toBe('"/speculation-rules.json"')
  expect(rules('account')).toBeUndefined()
})

test('HSTS is sent under https only, and covers the names below where the operator says that all have https', () => {
  const hstsOf = (config: typeof stripe) =>
    documentHeaders(config, 'public', '/')['strict-transport-security']
  const all = loadConfig({ ...production, HSTS_SUBDOMAINS: 'true' })
  expect([sandbox, stripe, all].map(hstsOf)).toEqual([
    undefined,
    'max-age=31536000',
    'max-age=31536000; includeSubDomains',
  ])
})
