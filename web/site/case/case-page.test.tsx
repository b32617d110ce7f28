import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { testPageData, testSite } from '../../testing/site.ts'
import { testWords } from '../../testing/words.ts'
import * as casePage from './case-page.tsx'

const { comboList } = api.recharge
const data = { ...testPageData, site: { ...testSite, ...testWords }, plans: samplePlans }

async function visit(plans = samplePlans) {
  answer(comboList, plans)
  return renderPage(casePage, '/case', { ...data, plans })
}

function sumOf(example: Element | undefined): string[] {
  return [...(example?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)
}

test('every example is marked as one, its total is the sum of quantity times public rate, and a filter shows those of a tool', async () => {
  const { screen } = await visit()
  const cards = screen.getByRole('article')
  await expect.element(cards.first()).toBeVisible()
  const [shop, library] = cards.elements()
  expect(shop?.textContent).toContain('示例 · 跨境电商')
  expect(library?.textContent).toContain('示例 · 图书馆')
  expect(sumOf(shop)).toEqual([
    '60 千字符 × 8 = 480',
    '20 轮 × 6 = 120',
    '600 积分',
    // 600 of 12,000 credit for ¥99.90
    '¥5.00，一份够 20 次',
  ])
  // one plan does not cover it
  await expect.element(screen.getByText('¥133.20，要 2 份')).toBeVisible()

  const filter = screen.getByRole('group', { name: '按工具筛选' })
  await expect.element(filter.getByRole('radio', { name: '全部 2' })).toBeChecked()
  const shown = () =>
    screen
      .getByRole('article')
      .elements()
      .map(({ id }) => id)
  await filter.getByText('对话 1').click()
  await expect.poll(shown).toEqual(['shop'])
  await filter.getByText('翻译 2').click()
  await expect.poll(shown).toEqual(['shop', 'library'])

  expect(casePage.structuredData(data)).toMatchObject([
    { '@type': 'BreadcrumbList', itemListElement: [{}, { name: '用户案例' }] },
  ])
  expect(casePage.description(data)).toBe('每个示例都能乘出来。')
})

test('without a plan on sale the credit totals remain', async () => {
  const { screen } = await visit([])
  await expect.element(screen.getByText('600 积分')).toBeVisible()
  await expect.element(screen.getByText('折合')).not.toBeInTheDocument()
})
