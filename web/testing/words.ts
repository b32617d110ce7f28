import type { Article, ArticleName } from '#contract/content/article.ts'
import type { PageWords } from '#contract/content/content.ts'
import { testHome } from './site.ts'

type Words = Pick<PageWords, 'home' | 'product' | 'advantage' | 'cases' | 'campaign'>

const questions = [{ question: '要分别买吗？', answer: '不用，一份余额通用。' }]

/** The operator's words for the public pages, as short as they can be. */
export const testWords: Words = {
  home: testHome,
  product: {
    description: '四样工具怎么用、收多少。',
    lead: '四样工具，一个余额。',
    features: [
      {
        id: 'talk',
        icon: 'chat',
        name: '对话',
        title: '问得随意，答得有据',
        text: '接着上文继续问。',
        points: ['每轮约 6 积分'],
        scene: {
          kind: 'talk',
          label: '对话窗口示意',
          title: '出差计划',
          turns: [
            { isMine: true, text: '帮我排一下车次。' },
            { isMine: false, text: '可以选 8:20 的高铁。', source: '出处 1' },
          ],
          list: ['合同两份'],
          foot: '2 轮',
          credit: 12,
        },
      },
      {
        id: 'translate',
        icon: 'translate',
        name: '翻译',
        title: '句句对照',
        text: '逐句对齐。',
        points: ['先报价'],
        scene: {
          kind: 'quote',
          label: '报价示意',
          title: '手册.pdf',
          facts: [{ name: '页数', value: '18 页' }],
          creditLabel: '预计用量',
          credit: 96,
          terms: { title: '术语表', pairs: [['cover', '上盖']] },
        },
      },
      {
        id: 'write',
        icon: 'pen',
        name: '写作',
        title: '改了哪里一目了然',
        text: '每处修改都标出来。',
        points: ['各有模板'],
        scene: {
          kind: 'draft',
          label: '修改示意',
          title: '说明',
          heading: '交货日期',
          paragraphs: [
            [
              { change: 'kept', text: '原定三日，' },
              { change: 'removed', text: '可能延后' },
              { change: 'added', text: '改为八日' },
            ],
          ],
          foot: '2 处修改',
          tone: '诚恳',
        },
      },
      {
        id: 'read',
        icon: 'file',
        name: '文档',
        title: '先看要点',
        text: '回答标着页码。',
        points: ['最多 200 页'],
        scene: {
          kind: 'reading',
          label: '提问示意',
          title: '报告.pdf',
          question: '哪个季度用电最多？',
          answer: '第三季度。',
          source: '第 17 页',
          bars: [
            { name: '二季度', value: 50 },
            { name: '三季度', value: 100 },
          ],
        },
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
    teaser: { title: '他们会怎样用', text: '以下为示例。' },
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
      scene: {
        kind: 'quote',
        label: '报价示意',
        title: '展望.pdf',
        facts: [{ name: '页数', value: '46 页' }],
        creditLabel: '预计用量',
        credit: 720,
        terms: { title: '术语表', pairs: [['guidance', '业绩指引']] },
      },
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
