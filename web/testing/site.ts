import type { HomeContent, Site } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import type { PageData } from '../lib/site.ts'

/** An operator's site for tests. */
export const testSite: Site = {
  name: '星桥 AI',
  slogan: '一份积分，用遍好用的 AI',
  description: '一份预付积分，通往对话、翻译、写作与文档工具。',
  logoUrl: '/brand/logo.svg',
  logoSource: '/brand/logo.svg',
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
  refundUrl: '/refund',
  titles: {},
  currency: 'cny',
  timeZone: 'Asia/Shanghai',
  creditUnit: '积分',
  publicUrl: 'https://shop.example.com',
  apiBase: '',
  payments: { provider: 'sandbox', publishableKey: 'pk_test', methods: ['card'] },
  captcha: { provider: 'altcha', siteKey: '' },
  testMode: false,
}

/** The words of the home page, as short as they can be. */
export const testHome: HomeContent = {
  headline: ['一份积分', '用遍好用的 AI'],
  lead: '对话、翻译、写作、读文档，共用一个预付余额。',
  assurances: ['注册不收费'],
  scene: {
    label: '产品画面示意',
    title: '产品手册.pdf',
    panes: [
      { name: '英语', note: '原文', title: 'Start', lines: ['One.', 'Two.'] },
      { name: '中文', note: '译文', title: '启动', lines: ['一。', '二。'] },
    ],
    progress: '第 1 页，共 2 页',
    size: '900 字符',
    tasks: [{ what: '翻译 · 产品手册.pdf', when: '今天 21:14', cost: 96 }],
  },
  toolsTitle: '一个余额，打开四样工具',
  tools: [{ icon: 'chat', name: '对话', text: '问答与头脑风暴', rate: '约 6 积分／轮' }],
  steps: [{ title: '注册', text: '一个邮箱就够' }],
  estimates: [{ text: '翻译一本小册子', credit: 2000 }],
  questions: [{ question: '余额会过期吗？', answer: '会，每份套餐有自己的有效期。' }],
  planAssurances: ['不会自动续费'],
  planRows: [
    { name: '单份文档', values: { trial: '50 页', pro: '200 页' } },
    { name: '优先排队', values: { trial: false, pro: true } },
    { name: '只属于停售的套餐', values: { gone: true } },
  ],
  planQuestions: [{ question: '能开发票吗？', answer: '可以。' }],
  closing: { title: '从一份体验版开始', text: '用得顺手再充值。' },
}

export const testPlan: Combo = {
  id: 'pro',
  name: '专业版',
  summary: '每天都用的专业工作者',
  features: ['约 150 万字符翻译'],
  amount: 9990,
  currency: 'cny',
  originalAmount: 11990,
  credit: 10000,
  bonusCredit: 2000,
  validDays: 365,
  minNum: 1,
  maxNum: 20,
  badge: '推荐',
  recommended: true,
}

export const testPageData: PageData = { site: testSite, plans: [], sheets: {} }

/** The block that the server writes into every document. */
export function writeDataBlock(): void {
  if (document.getElementById('site')) return
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
