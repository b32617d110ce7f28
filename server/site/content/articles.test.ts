import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Article, ARTICLES } from '#contract/content/article.ts'
import type { SiteContent } from '#contract/content/content.ts'
import { readArticles } from './articles.ts'
import { loadContent } from './load-content.ts'
import { valuesOf } from './placeholders.ts'

const site: SiteContent = {
  passwordWords: [],
  name: '青禾',
  slogan: '句',
  description: '句',
  logo: 'logo.svg',
  icon: 'icon.svg',
  toolsUrl: 'https://tools.example.org',
  toolsLabel: '工具',
  support: [],
  supportHours: '每天',
  downloads: [],
  company: '青禾公司',
  termsUrl: '/terms',
  privacyUrl: '/privacy',
  refundUrl: '/refund',
  currency: 'cny',
  timeZone: 'Asia/Shanghai',
  creditUnit: '点',
}

const HEAD = [
  '---',
  'title: 条款',
  'description: 说明',
  'lead: 一句话',
  'updated: 2026-11-21',
  '---',
]

/** The text's first line is line 7 of its file. */
function termsOf(body: string): { article: Article | undefined; problems: string[] } {
  return fileOf([...HEAD, body].join('\n'))
}

function fileOf(terms: string, given: SiteContent | null = site) {
  const folder = mkdtempSync(join(tmpdir(), 'articles-'))
  try {
    mkdirSync(join(folder, 'pages'))
    for (const name of ARTICLES) {
      const text = name === 'terms' ? terms : [...HEAD, '## 段落'].join('\n')
      writeFileSync(join(folder, 'pages', `${name}.md`), text)
    }
    const problems: string[] = []
    return {
      article: readArticles(folder, valuesOf(given, ['card', 'alipay'], [{ id: 'pro' }]), problems)
        ?.articles.terms,
      problems,
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('Markdown becomes the tree that pages render', () => {
  const { article, problems } = termsOf(
    [
      '开头，**重点**、*语气*和`代码`，见[套餐](/plans)。',
      '',
      '## 第一段 {#first}',
      '',
      '1. **注册** 填邮箱。',
      '2. **付款**：选套餐。',
      '',
      '- **购买** 买来的。',
      '',
      '### 更细',
      '',
      '- 一',
      '- 二',
      '',
      '> 请注意。',
      '',
      '```sh 终端',
      'curl {{toolsUrl}}',
      '```',
      '',
      '| 名 | 值 |',
      '| --- | --- |',
      '| {{name}} | [#](#first) |',
    ].join('\n'),
  )
  expect(problems).toEqual([])
  const paragraph = (words: string) => ({ kind: 'paragraph', of: [words] })
  expect(article).toEqual({
    name: 'terms',
    title: '条款',
    description: '说明',
    lead: '一句话',
    updated: '2026-11-21',
    intro: [
      {
        kind: 'paragraph',
        of: [
          '开头，',
          { kind: 'strong', of: ['重点'] },
          '、',
          { kind: 'emphasis', of: ['语气'] },
          '和',
          { kind: 'code', text: '代码' },
          '，见',
          { kind: 'link', to: '/plans', of: ['套餐'] },
          '。',
        ],
      },
    ],
    sections: [
      {
        id: 'first',
        title: ['第一段'],
        label: '第一段',
        blocks: [
          {
            kind: 'steps',
            items: [
              { title: ['注册'], blocks: [paragraph('填邮箱。')] },
              { title: ['付款'], blocks: [paragraph('选套餐。')] },
            ],
          },
          { kind: 'terms', items: [{ title: ['购买'], blocks: [paragraph('买来的。')] }] },
          { kind: 'heading', level: 3, id: '更细', of: ['更细'] },
          { kind: 'list', isOrdered: false, items: [[paragraph('一')], [paragraph('二')]] },
          { kind: 'notice', of: ['请注意。'] },
          { kind: 'code', title: '终端', text: 'curl https://tools.example.org' },
          {
            kind: 'table',
            head: [['名'], ['值']],
            rows: [[['青禾'], [{ kind: 'link', to: '#first', of: ['#'] }]]],
          },
        ],
      },
    ],
  })
})

test('links to pages and sections, also of other articles, are accepted', () => {
  const links = '[一](/plans?id=pro#faq) [二](/privacy#段落) [三](#段落) [四](/account/home)'
  expect(termsOf(`## 段落\n\n${links}`).problems).toEqual([])
})

test("Markdown and HTML in the operator's values are shown as text; a line break is a space between Latin words alone", () => {
  const given = { ...site, name: '**青** [禾](https://evil.example) <b>' }
  const { article } = fileOf([...HEAD, '## 段落', '', '这是 {{name}}。'].join('\n'), given)
  expect(article?.sections[0]?.blocks).toEqual([
    { kind: 'paragraph', of: ['这是 **青** [禾](https://evil.example) <b>。'] },
  ])
  const broken = termsOf('## 段落\n\n一句话，\n分两行 of two\nwords。')
  expect(broken.article?.sections[0]?.blocks).toEqual([
    { kind: 'paragraph', of: ['一句话，分两行 of two\nwords。'] },
  ])
})

test('a picture on a line of its own is one of the product in two schemes, within a step too, and both files have to be there', () => {
  const folder = mkdtempSync(join(tmpdir(), 'articles-'))
  cpSync('content', folder, { recursive: true })
  const file = join(folder, 'pages/terms.md')
  const step = '\n\n1. **付款**\n   照做。\n\n   ![付款页](screen-pay)\n'
  writeFileSync(file, `${readFileSync(file, 'utf8')}${step}`)
  const { words, pictures } = loadContent(folder, ['card'])
  const screen = { label: '付款页', light: 'screen-pay-light.webp', dark: 'screen-pay-dark.webp' }
  expect(words.terms.sections.at(-1)!.blocks.at(-1)).toMatchObject({
    kind: 'steps',
    items: [{ blocks: [{ kind: 'paragraph' }, { kind: 'screen', screen }] }],
  })
  expect([...pictures.keys()]).toEqual(expect.arrayContaining([screen.light, screen.dark]))
  rmSync(join(folder, screen.dark))
  expect(() => loadContent(folder, ['card'])).toThrow(
    /pages\/terms\.md：第 \d+ 行 指向的文件不存在：screen-pay-dark\.webp/,
  )
  rmSync(folder, { recursive: true })
})

test('what Markdown of a page may not have is refused with its line', () => {
  const wrong: [string, number, string][] = [
    ['<b>粗</b>', 9, '不支持 HTML：<b>'],
    ['<!-- 记 --> 正文', 9, '不支持 HTML：<!-- 记 --> 正文'],
    ['<!-- 没有结束\n\n正文', 9, '不支持 HTML：<!-- 没有结束'],
    ['## 段落二 {#support-qr}', 9, '段落标识重复：support-qr，请在标题末尾写 {#另一个名字}'],
    [
      '![图](https://a.example/x.png)',
      9,
      '图片须独占一行，写作 ![说明](screen-名字)，文件为 screen-名字-light.webp 和 -dark.webp：![图](https://a.example/x.png)',
    ],
    ['~~删~~', 9, '不支持这种写法：~~删~~'],
    ['一\n\n---', 11, '不支持这种写法：---'],
    ['# 大标题', 9, '标题从 ## 开始：页面标题写在文件头的 title 里'],
    ['#### 太深', 9, '标题跳级：## 之后应为 ###'],
    ['### 三\n\n#### 四\n\n##### 五', 13, '标题最多四级（####）'],
    ['- ## 列表里', 9, '标题不能放在列表或引用里'],
    ['> - 列表', 9, '引用（> 开头）里只能写文字'],
    ['- [x] 勾选', 9, '不支持勾选列表'],
    ['- **甲** 一\n- 乙', 9, '列表要么每一项都以 **粗体** 开头，要么都不以粗体开头'],
    ['[链接](http://a.example)', 9, '链接应以 https://、mailto:、/ 或 # 开头：http://a.example'],
    [
      '[链接](javascript:alert(1))',
      9,
      '链接应以 https://、mailto:、/ 或 # 开头：javascript:alert(1)',
    ],
    ['好\n\n[链接](#nowhere)', 11, '这一页没有段落 #nowhere'],
    ['好\n\n[链接](/privacy#nowhere)', 11, ' /privacy 没有段落 #nowhere'],
    ['[链接](/produkt)', 9, '站内没有这一页：/produkt'],
    ['## 段落', 9, '段落标识重复：段落，请在标题末尾写 {#另一个名字}'],
    ['**注意：**后面', 9, '** 没有成对：请把句末标点移到 ** 外面'],
    ['{{phone}}', 9, '没有 {{phone}} 这个值：site.json 里没有填写，或名称有误'],
    ['一行\n两行 {{phone}}', 10, '没有 {{phone}} 这个值：site.json 里没有填写，或名称有误'],
    ['```\n一\n{{phone}}\n```', 11, '没有 {{phone}} 这个值：site.json 里没有填写，或名称有误'],
    ['[信](mailto:{{email}})', 9, '没有 {{email}} 这个值：site.json 里没有填写，或名称有误'],
  ]
  for (const [body, line, reason] of wrong) {
    expect(termsOf(`## 段落\n\n${body}`).problems, body).toContain(
      `pages/terms.md：第 ${line} 行：${reason}`,
    )
  }
})

test('a file with a wrong head or without a section is refused with its line; missing ones and those without a page are named', () => {
  const wrong: [string, number, string][] = [
    ['## 段落', 1, '文件应以 --- 开头，写明 title 等'],
    ['---\ntitle: 条款', 1, '文件头没有以 --- 结束'],
    ['---\ntitle：条款\n---', 2, '应为“名称: 内容”（半角冒号，后面空一格）：title：条款'],
    ['---\ntitle:条款\n---', 2, '应为“名称: 内容”（半角冒号，后面空一格）：title:条款'],
    [
      '---\n\ntitel: 条款\n---',
      3,
      '不认识的名称 titel，可用：title、description、lead、note、updated',
    ],
    ['---\ntitle: 一\ntitle: 二\n---', 3, 'title 重复'],
    ['---\ntitle:\n---', 2, 'title 应为 1–160 个字'],
    ['---\ntitle: 条款\n---', 1, '文件头缺少 updated'],
    ['---\nupdated: 2026-02-30\n---', 2, 'updated 应为日期，例如 2026-11-21'],
    [[...HEAD, '只有一句话'].join('\n'), 7, '正文至少要有一个 ## 开头的段落'],
    [
      [...HEAD, '## 段落'].join('\n').replace('一句话', '{{phone}}'),
      4,
      '没有 {{phone}} 这个值：site.json 里没有填写，或名称有误',
    ],
  ]
  for (const [text, line, reason] of wrong) {
    expect(fileOf(text).problems, text).toContain(`pages/terms.md：第 ${line} 行：${reason}`)
  }
  const folder = mkdtempSync(join(tmpdir(), 'articles-'))
  mkdirSync(join(folder, 'pages'))
  writeFileSync(join(folder, 'pages', 'about.md'), '')
  const problems: string[] = []
  expect(readArticles(folder, valuesOf(site, ['card'], []), problems)).toBeNull()
  expect(problems).toContain(`pages/terms.md：找不到这个文件（目录 ${folder}）`)
  expect(problems).toContain(
    'pages/about.md：网站没有这一页，可用：tutorial.md、terms.md、privacy.md、refund.md',
  )
  rmSync(folder, { recursive: true })
})

test('a file with CRLF and a byte-order mark reads the same', () => {
  const text = [...HEAD, '## 段落', '', '一'].join('\n')
  expect(fileOf(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(fileOf(text))
})
