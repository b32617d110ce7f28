import type { Article, ArticleName } from '#contract/content/article.ts'
import type { PageWords } from '#contract/content/content.ts'
import { testHome } from './site.ts'

type Words = Pick<PageWords, 'home' | 'closing' | 'product' | 'advantage' | 'cases' | 'campaign'>

const questions = [{ question: '要分别买吗？', answer: '不用，一份余额通用。' }]

/** The operator's words for the public pages, as short as they can be. */
export const testWords: Words = {
  home: testHome,
  closing: { title: '先体验，满意再充值', text: '不自动续费。' },
  product: {
    description: '四样工具怎么用、收多少。',
    lead: '四样工具，一个余额。',
    features: [
      {
        id: 'chat',
        icon: 'chat',
        name: '对话',
        title: '每条回答写明费用',
        text: '接着上文继续问。',
        points: ['按 token 计费'],
        screen: { label: '对话的页面', light: 'chat-light.webp', dark: 'chat-dark.webp' },
      },
      {
        id: 'picture',
        icon: 'scan',
        name: '图片转文字',
        title: '小票变成表格',
        text: '拍照即可。',
        points: ['每字 1 积分'],
        screen: { label: '识别的页面', light: 'picture-light.webp', dark: 'picture-dark.webp' },
      },
    ],
    limits: {
      title: '规格',
      text: '写在前面。',
      columns: ['对话', '翻译'],
      rows: [{ name: '单次上限', values: ['2 万字', '200 页'] }],
      note: '按专业版。',
    },
    questions,
  },
  advantage: {
    description: '预付、包月、后付，各适合谁。',
    lead: '先付再用，好在哪里。',
    reasons: { title: '好在哪里', items: [{ title: '花多少先定', text: '余额就是上限。' }] },
    comparison: {
      title: '三种付法',
      text: '没有一种对谁都好。',
      columns: ['预付', '包月', '后付'],
      rows: [{ name: '自动扣款', values: ['没有', '有', '绑卡扣'] }],
      note: '各家以其页面为准。',
    },
    notFor: {
      title: '先别选我们',
      text: '说清楚更要紧。',
      items: [{ title: '从早用到晚', text: '包月更省。' }],
    },
    card: {
      title: '谁看得到卡号',
      text: '不经过我们。',
      yours: { title: '你的浏览器', text: '从这里出发：', lines: ['你的确认'] },
      ours: { title: '我们的服务器', text: '只看得到：', lines: ['末四位'] },
      theirs: { title: '支付服务商', text: '看得到：', lines: ['完整卡号'] },
    },
    money: {
      title: '看得住',
      text: '都能查到。',
      items: [{ title: '只到账一次', text: '查实。' }],
    },
    questions,
  },
  cases: {
    description: '每个示例都能乘出来。',
    lead: '从一封邮件到一本手册。',
    tools: [
      { icon: 'translate', name: '翻译' },
      { icon: 'chat', name: '对话' },
    ],
    cases: [
      {
        id: 'shop',
        who: '跨境电商',
        title: '三种语言的商品说明',
        text: '六万字符，再问几句。',
        uses: [
          { icon: 'translate', text: '商品说明', quantity: 60, unit: '千字符', rate: 8 },
          { icon: 'chat', text: '改写法', quantity: 20, unit: '轮', rate: 6 },
        ],
        tip: '先建术语表。',
      },
      {
        id: 'library',
        who: '图书馆',
        title: '整架旧书',
        text: '两百万字符。',
        uses: [{ icon: 'translate', text: '旧书', quantity: 2000, unit: '千字符', rate: 8 }],
        tip: '分批做。',
      },
    ],
    note: '不是真实客户。',
  },
  campaign: {
    description: '今晚读完。',
    headline: ['读不完的资料', '今晚读完'],
    lead: '拖进来就有译文。',
    action: '免费注册，先看再买',
    assurances: ['注册不收费', '不会自动续费'],
    facts: [
      { kind: 'price', credit: 80, text: '翻译一万字符' },
      { kind: 'words', value: '32', text: '种语言' },
    ],
    scene: {
      title: '先看到价格',
      text: '点了开始才扣。',
      points: ['逐句对照'],
      screen: { label: '识别的页面', light: 'picture-light.webp', dark: 'picture-dark.webp' },
    },
    steps: [{ title: '用邮箱注册', text: '不用手机号。' }],
    legal: '价格以下单页为准。',
  },
}

/** The operator's long texts, as short as they can be. */
export const testArticles: Record<ArticleName, Article> = {
  tutorial: articleOf('tutorial'),
  terms: articleOf('terms'),
  privacy: articleOf('privacy'),
  refund: articleOf('refund'),
}

function articleOf(name: ArticleName): Article {
  return {
    name,
    title: `${name} 的标题`,
    description: `${name} 的说明。`,
    lead: '一句话。',
    updated: '2026-11-21',
    intro: [],
    sections: [
      {
        id: 'first',
        title: ['第一段'],
        label: '第一段',
        blocks: [{ kind: 'paragraph', of: ['正文。'] }],
      },
    ],
  }
}
