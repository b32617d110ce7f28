import { expect, test } from 'vitest'
import { returnPath } from './return-path.ts'

const HOME = '/account/home'

test.each([
  ['/account/orders?state=paid&page=2', '/account/orders?state=paid&page=2'],
  ['/plans', '/plans'],
  [`/account/sign-on/${'a'.repeat(43)}`, `/account/sign-on/${'a'.repeat(43)}`],
  ['/plans.html#faq', '/plans.html#faq'],
])('%s: a login leads to this page of the site', (asked, path) => {
  expect(returnPath(asked)).toBe(path)
})

test.each([
  undefined,
  '',
  'account/orders',
  '//evil.example/account/orders',
  String.raw`/\evil.example/account/orders`,
  '/\t/evil.example',
  'https://evil.example/account/orders',
  'javascript:alert(1)',
  '/clients/web/auth/logout',
  '/no-such-page',
  `/account/sign-on/${'a'.repeat(43)}/../../evil`,
  '/account/orders/../../evil',
  '/account/login?redirect=/account/login',
  '/account/register',
  '/account/login2',
])('%s: a login leads to the account home instead', (asked) => {
  expect(returnPath(asked)).toBe(HOME)
})
