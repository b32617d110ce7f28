import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Article } from '#contract/content/article.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { testSite } from '../../testing/site.ts'
import * as legalPage from './legal-page.tsx'
import * as tutorialPage from './tutorial-page.tsx'

const CODE = '# 先设好密钥\ncurl "https://tools.example.com"'

const tutorial: Article = {
  name: 'tutorial',
  title: '入门',
  description: '十分钟学会。',
  lead: '每一步都写明会看到什么。',
  note: '适用于网页版',
  updated: '2026-11-21',
  intro: [{ kind: 'paragraph', of: ['开头。'] }],
  sections: [
    {
      id: 'sign-up',
      title: ['注册', { kind: 'code', text: '账户' }],
      label: '注册账户',
      blocks: [
        {
          kind: 'steps',
          items: [
            { title: ['填邮箱'], blocks: [{ kind: 'paragraph', of: ['常用的。'] }] },
            { title: ['设密码'], blocks: [] },
          ],
        },
        {
          kind: 'terms',
          items: [{ title: ['购买'], blocks: [{ kind: 'paragraph', of: ['买的。'] }] }],
        },
        { kind: 'heading', level: 3, id: 'more', of: ['更多'] },
        { kind: 'list', isOrdered: false, items: [[{ kind: 'paragraph', of: ['一项'] }]] },
        { kind: 'notice', of: ['请', { kind: 'strong', of: ['注意'] }] },
      ],
    },
    {
      id: 'api',
      title: ['代码'],
      label: '代码',
      blocks: [
        { kind: 'code', title: '终端', text: CODE },
        {
          kind: 'table',
          head: [['状态码'], ['意思']],
          rows: [[[{ kind: 'code', text: '401' }], ['密钥不对']]],
        },
        {
          kind: 'paragraph',
          of: [
            { kind: 'link', to: '/plans', of: ['套餐'] },
            { kind: 'link', to: 'https://other.example.com', of: ['别处'] },
            { kind: 'link', to: '#sign-up', of: ['上面'] },
            { kind: 'link', to: 'mailto:a@example.com', of: ['写信'] },
          ],
        },
      ],
    },
  ],
}

const terms: Article = { ...tutorial, name: 'terms', title: '使用条款' }

function showTutorial() {
  return renderPage(tutorialPage, '/tutorial', {
    site: { ...testSite, tutorial },
    plans: [],
    sheets: {},
  })
}

test('a text is shown with headings in order and a table of contents with links to them', async () => {
  const { screen } = await showTutorial()
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('入门')
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(
    ({ tagName, textContent }) => `${tagName} ${textContent}`,
  )
  expect(headings).toEqual([
    'H1 入门',
    'H2 注册账户',
    'H3 填邮箱',
    'H3 设密码',
    'H3 更多',
    'H2 代码',
  ])
  const contents = screen.getByRole('navigation', { name: '目录' })
  const links = contents.getByRole('link').elements()
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#sign-up', '#api'])
  for (const link of links) {
    expect(document.querySelector(link.getAttribute('href') ?? '')?.tagName).toBe('H2')
  }
  await expect
    .element(screen.getByText('2026 年 11 月 21 日'))
    .toHaveAttribute('datetime', '2026-11-21')
})

test('links lead to an anchor, a page or another site in a new tab; a table that becomes cards keeps its column names', async () => {
  const { screen } = await showTutorial()
  const attributes = (name: string) => {
    const link = screen.getByRole('link', { name, exact: true }).element()
    return ['href', 'target', 'rel'].map((key) => link.getAttribute(key))
  }
  expect(attributes('套餐')).toEqual(['/plans', null, null])
  expect(attributes('别处')).toEqual(['https://other.example.com', '_blank', 'noopener'])
  expect(attributes('上面')).toEqual(['#sign-up', null, null])
  expect(attributes('写信')).toEqual(['mailto:a@example.com', null, null])

  const table = screen.getByRole('table', { name: '代码' })
  await expect.element(table.getByRole('columnheader', { name: '状态码' })).toBeInTheDocument()
  const cell = table.getByRole('cell', { name: '密钥不对' })
  await expect.element(cell).toHaveAttribute('data-label', '意思')
  const first = table.getByRole('cell', { name: '401' })
  await expect.element(first).toHaveAttribute('data-label', '状态码')
})

test('copied code equals the source', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen } = await showTutorial()
  expect(document.querySelector('pre')?.textContent).toBe(CODE)
  await userEvent.click(screen.getByRole('button', { name: '复制终端里的代码' }))
  expect(writeText).toHaveBeenCalledWith(CODE)
  await expect.element(screen.getByText('终端里的代码已复制')).toBeInTheDocument()
})

test('the current section is marked in the table of contents', async () => {
  const { screen } = await showTutorial()
  document.body.style.paddingBottom = '200vh'
  const section = document.querySelector('#api')?.parentElement
  scrollTo({ top: (section?.offsetTop ?? 0) - innerHeight * 0.25, behavior: 'instant' })
  const contents = screen.getByRole('navigation', { name: '目录' })
  await expect
    .element(contents.getByRole('link', { name: '代码' }))
    .toHaveAttribute('aria-current', 'location')
  document.body.style.removeProperty('padding-bottom')
})

test('the legal pages link to one another, and their structured data name title, date and breadcrumbs', async () => {
  const { screen } = await renderPage(legalPage, '/terms', {
    site: { ...testSite, terms },
    plans: [],
    sheets: {},
  })
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('使用条款')
  const others = screen.getByRole('navigation', { name: '其他规则' }).getByRole('link').elements()
  expect(others.map((link) => link.getAttribute('href'))).toEqual([
    'https://legal.example.com/privacy',
    '/refund',
  ])

  const data = { site: { ...testSite, terms }, plans: [], sheets: {} }
  expect(legalPage.description(data)).toBe('十分钟学会。')
  expect(legalPage.structuredData(data)).toMatchObject([
    { '@type': 'WebPage', name: '使用条款', dateModified: '2026-11-21' },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, item: 'https://shop.example.com/' },
        { position: 2, name: '使用条款', item: 'https://shop.example.com/terms' },
      ],
    },
  ])
})
