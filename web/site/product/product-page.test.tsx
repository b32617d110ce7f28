import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { testPageData, testSite } from '../../testing/site.ts'
import { testWords } from '../../testing/words.ts'
import * as productPage from './product-page.tsx'

const { comboList } = api.recharge
const data = { ...testPageData, site: { ...testSite, ...testWords }, plans: samplePlans }

async function visit() {
  answer(comboList, samplePlans)
  return renderPage(productPage, '/product', data)
}

test('each tool has a section that a link at the top leads to; limits are a table, and no heading level is skipped', async () => {
  const { screen } = await visit()
  const links = screen.getByRole('navigation', { name: '本页内容' }).getByRole('link')
  await expect.element(links.first()).toBeVisible()
  for (const link of links.elements()) {
    const part = document.querySelector(link.getAttribute('href')!)
    expect(part?.querySelector('h2')?.textContent, link.textContent).toBeTruthy()
  }
  expect(links.elements().map(({ textContent }) => textContent)).toEqual(['对话', '图片转文字'])

  const table = screen.getByRole('table', { name: '规格' })
  await expect.element(table.getByRole('columnheader', { name: '翻译' })).toBeInTheDocument()
  const row = table.getByRole('row', { name: /单次上限/ })
  expect([...row.element().children].map(({ textContent }) => textContent)).toEqual([
    '单次上限',
    '2 万字',
    '200 页',
  ])

  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('产品介绍')
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) =>
    Number(tagName.slice(1)),
  )
  expect(levels[0]).toBe(1)
  for (const [at, level] of levels.entries()) {
    expect(level - (levels[at - 1] ?? 0), levels.join(' ')).toBeLessThanOrEqual(1)
  }
})

test('a picture of the product has one accessible sentence and follows the scheme', async () => {
  const { screen } = await visit()
  const picture = screen.getByRole('img', { name: '识别的页面' })
  await expect.element(picture).toBeVisible()
  const shown = () =>
    [...picture.element().querySelectorAll('img')]
      .filter((image) => getComputedStyle(image).display !== 'none')
      .map((image) => image.getAttribute('src'))
  document.documentElement.dataset['scheme'] = 'dark'
  expect(shown()).toEqual(['/brand/picture-dark.webp'])
  document.documentElement.dataset['scheme'] = 'light'
  expect(shown()).toEqual(['/brand/picture-light.webp'])
  delete document.documentElement.dataset['scheme']
})

test('structured data contain offers, questions and breadcrumbs', () => {
  expect(productPage.structuredData(data)).toMatchObject([
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { position: 1, name: '首页', item: 'https://shop.example.com/' },
        { position: 2, name: '产品介绍', item: 'https://shop.example.com/product' },
      ],
    },
    { '@type': 'Product', offers: [{ price: '19.90' }, { price: '99.90' }, { price: '299.00' }] },
    { '@type': 'FAQPage', mainEntity: [{ name: '要分别买吗？' }] },
  ])
  expect(productPage.description(data)).toBe('四样工具怎么用、收多少。')
})
