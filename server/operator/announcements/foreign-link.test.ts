import { expect, test } from 'vitest'
import { loadConfig } from '../../config/config.ts'
import { loadContent } from '../../site/content/load-content.ts'
import { production } from '../../testing/settings.ts'
import { foreignHost } from './foreign-link.ts'

const config = loadConfig({ ...production, CONSOLE_URL: 'https://desk.shop.test' })
const content = loadContent('content', ['card'])

const OWN = [
  null,
  '/plans',
  'https://shop.test/plans?source=banner',
  'https://SHOP.test:443/',
  'https://tools.example.com/pinyin',
  'https://chat.example.com/support',
  'https://scan.example.com/add/xingqiao',
  'https://apps.example.com/ios/xingqiao',
]
const FOREIGN = [
  ['https://shop-verify.example/login', 'shop-verify.example'],
  ['https://shop.test@evil.example/plans', 'evil.example'],
  ['https://shop.test.evil.example/', 'shop.test.evil.example'],
  ['https://shop.test:8443/', 'shop.test:8443'],
  ['https://sh\u043Ep.test/', 'xn--shp-ted.test'],
  ['/\\evil.example/plans', 'evil.example'],
  ['//evil.example', 'evil.example'],
  // they lead on to an application
  ['https://shop.test/oidc/auth?client_id=app_1', 'shop.test/oidc/auth'],
  ['/oidc/session/end?post_logout_redirect_uri=x', 'shop.test/oidc/session/end'],
  ['https://shop.test/plans/../oidc/auth', 'shop.test/oidc/auth'],
  ['https://shop.test/%6Fidc/auth', 'shop.test/%6Fidc/auth'],
  // the operators' console
  ['https://desk.shop.test/', 'desk.shop.test'],
  // somebody else's page beside the shop's own
  ['https://chat.example.com/another', 'chat.example.com'],
  ['https://%', 'https://%'],
] as const

test('a link of the shop, its tools or site.json leads to no foreign host, any other one does', () => {
  const hostOf = (link: string | null) => foreignHost({ config, content }, link)
  expect(OWN.map((link) => [link, hostOf(link)])).toEqual(OWN.map((link) => [link, null]))
  expect(FOREIGN.map(([link]) => [link, hostOf(link)])).toEqual(FOREIGN)
})
