import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { testPageData, testSite } from '../../testing/site.ts'
import { testWords } from '../../testing/words.ts'
import * as advantagePage from './advantage-page.tsx'

const { comboList } = api.recharge
const data = { ...testPageData, site: { ...testSite, ...testWords }, plans: samplePlans }

async function visit(plans = samplePlans) {
  answer(comboList, plans)
  return renderPage(advantagePage, '/advantage', { ...data, plans })
}

test('the payment models are compared, the example refund is calculated from the plan on sale, and the page says who sees which card data', async () => {
  const { screen } = await visit()
  const table = screen.getByRole('table', { name: '三种付法' })
  const cells = table.getByRole('row', { name: /自动扣款/ }).getByRole('cell')
  await expect.element(cells.first()).toHaveTextContent('没有')
  expect(cells.elements().map(({ dataset }) => [dataset['label'], dataset['best']])).toEqual([
    ['预付', ''],
    ['包月', undefined],
    ['后付', undefined],
  ])

  // nine tenths of ¥99.90
  const slip = screen.getByRole('heading', { name: /退款怎么算/ }).element().parentElement!
  const facts = [...slip.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(facts).toEqual(['¥99.90', '12,000 积分', '1,200 积分', '90%', '¥89.91'])
  expect(slip.textContent).toContain('示例')

  await expect.element(screen.getByRole('heading', { name: '我们的服务器' })).toBeVisible()
  await expect.element(screen.getByText('末四位')).toBeVisible()
  await expect.element(screen.getByText('完整卡号')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: '从早用到晚' })).toBeVisible()

  expect(advantagePage.structuredData(data)).toMatchObject([
    { '@type': 'BreadcrumbList', itemListElement: [{}, { name: '行业优势' }] },
    { '@type': 'FAQPage' },
  ])
  expect(advantagePage.description(data)).toBe('预付、包月、后付，各适合谁。')
})

test('without a plan on sale there is no example refund; the texts remain', async () => {
  const { screen } = await visit([])
  await expect.element(screen.getByRole('heading', { name: '只到账一次' })).toBeVisible()
  await expect.element(screen.getByText('退款怎么算')).not.toBeInTheDocument()
})
