import type { PageWords, Site } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import type { PageData } from '../lib/site.ts'

/** An operator's site for tests. */
export const testSite: Site = {
  name: '星桥 AI',
  slogan: '对话与图片转文字，按用量扣费',
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
export const testHome: PageWords['home'] = {
  headline: ['对话与图片', '按用量扣费'],
  lead: '两项服务共用一个余额。',
  assurances: ['无需绑卡'],
  scene: {
    label: '示例：一张小票',
    photo: { file: 'receipt.webp', name: '小票.webp', text: '照片：一张小票' },
    table: {
      size: '已识别 155 字',
      columns: ['商品', '金额'],
      rows: [['面包', '8.90']],
      sums: [['合计', '8.90']],
      what: '图片转文字',
      credit: 155,
    },
    chat: { question: '写成说明', answer: ['采购一项。'], what: '对话', credit: 14 },
  },
  services: [
    {
      name: '图片转文字',
      text: '得到文字和表格。',
      rate: '每字 1 积分',
      path: '/picture',
      action: '试一张图片',
      unit: '张',
      noun: '图片',
      credit: 200,
      basis: '一张图片按 200 字计',
    },
    {
      name: 'AI 对话',
      text: '提问与改写。',
      rate: '每千 token 20 积分起',
      path: '/',
      action: '打开对话',
      unit: '次',
      noun: '对话',
      credit: 80,
      basis: '一次对话按 1,600 token 计',
    },
  ],
  proof: {
    figure: '99.2%–100%',
    text: '字符正确率',
    table: { title: '样张', columns: ['样张', '正确率'], rows: [['小票', '99.4%']] },
    note: '2026 年 11 月测得。',
  },
  talks: [{ question: '写提纲。', answer: '一、', credit: 5, note: '中途停止', isStopped: true }],
  clients: {
    title: '接入您的客户端',
    text: '填入地址和密钥。',
    models: ['星桥-快'],
    forms: [
      { name: 'Cherry Studio', place: '设置', fields: [{ name: 'API 地址', value: '地址甲' }] },
      { name: 'LobeChat', place: '设置', fields: [{ name: '代理地址', value: '地址乙' }] },
    ],
  },
  statement: {
    title: '每一笔都有账',
    text: '失败不扣费。',
    caption: '积分明细（示例）',
    rows: [
      { when: '10:02', what: '新用户体验', note: '到账', delta: 20_000 },
      { when: '10:05', what: '图片转文字', note: '155 字', delta: -155 },
      { when: '10:09', what: '图片转文字', note: '识别失败', delta: 0 },
    ],
  },
  questions: [{ question: '余额会过期吗？', answer: '会，每份套餐有自己的有效期。' }],
  rates: [{ title: '图片转文字', columns: ['结果', '每字'], rows: [['识别失败', '0']] }],
  planNotes: ['各档套餐只有以上不同。'],
  planQuestions: [{ question: '能开发票吗？', answer: '可以。' }],
}

export const testPlan: Combo = {
  id: 'pro',
  name: '专业版',
  summary: '每天都用的专业工作者',
  features: ['可开发票'],
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
