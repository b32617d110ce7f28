import type { Site } from '#contract/content.ts'
import type { PageData } from '../lib/site.ts'

/** An operator's site for tests. */
export const testSite: Site = {
  name: '星桥 AI',
  slogan: '一份积分，用遍好用的 AI',
  description: '一份预付积分，通往对话、翻译、写作与文档工具。',
  logoUrl: '/brand/logo.svg',
  toolsUrl: 'https://tools.example.com',
  toolsLabel: 'AI 工具',
  support: [
    { kind: 'messenger', label: '在线客服', url: 'https://chat.example.com/support' },
    { kind: 'group', label: '用户群', url: 'https://group.example.com/join' },
    { kind: 'qr', label: '扫码联系', text: 'demo', qr: { size: 3, path: 'M0 0h3v3h-3z' } },
  ],
  supportHours: '工作日 9:00–21:00',
  icp: { text: '示例 ICP 备 2026000000 号-1', url: 'https://beian.example.com' },
  company: '星桥科技（示例公司）',
  termsUrl: '/terms',
  privacyUrl: 'https://legal.example.com/privacy',
  currency: 'cny',
  timeZone: 'Asia/Shanghai',
  creditUnit: '积分',
  publicUrl: 'https://shop.example.com',
  apiBase: '',
  payments: { provider: 'sandbox', publishableKey: 'pk_test' },
  captcha: { provider: 'altcha', siteKey: '' },
  testMode: false,
}

export const testPageData: PageData = { site: testSite, plans: [] }

/** The block that the server writes into every document. */
export function writeDataBlock(): void {
  const block = document.createElement('script')
  block.id = 'site'
  block.type = 'application/json'
  block.textContent = JSON.stringify(testPageData)
  document.body.append(block)
}

/** The visitor is logged in, as far as the browser knows. */
export function logIn(nickname = '林晚'): void {
  const user = encodeURIComponent(JSON.stringify({ nickname, email: 'lin***an@example.com' }))
  // oxlint-disable-next-line unicorn/no-document-cookie -- the server writes it, not our code
  document.cookie = `_userInfo=${user}; Path=/`
}
