import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer, refuse } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { testPageData, testPlan, testSite } from '../../testing/site.ts'
import { testWords } from '../../testing/words.ts'
import * as homePage from './home-page.tsx'

const { comboList } = api.recharge
const data = { ...testPageData, site: { ...testSite, ...testWords }, plans: [testPlan] }

test('the home page shows the operator’s texts, worked examples and an example account that is consistent', async () => {
  answer(comboList, [testPlan])
  const { screen } = await renderPage(homePage, '/', data)

  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('一份积分用遍好用的 AI')
  const [register] = screen.getByRole('link', { name: '免费注册' }).all()
  await expect.element(register!).toHaveAttribute('href', '/account/register')
  await expect.element(screen.getByText('会，每份套餐有自己的有效期。')).toBeVisible()

  const example = screen.getByRole('article').filter({ hasText: '三种语言的商品说明' })
  await expect.element(example).toBeVisible()
  const { textContent } = example.element()
  expect(textContent).toContain('示例 · 跨境电商')
  // 60 × 8 + 20 × 6, at ¥99.90 for 12,000
  expect(textContent).toContain('用量600 积分折合¥5.00')
  await expect
    .element(screen.getByRole('link', { name: '全部案例' }))
    .toHaveAttribute('href', '/case')

  const ledger = screen.getByRole('table', { name: '积分流水示意' })
  const balances = ledger.element().querySelectorAll('tbody td:last-child')
  // 618 from an older purchase + 10,000 + 2,000 − 96
  expect([...balances].map((cell) => cell.textContent)).toEqual(['12,522', '12,618', '10,618'])
  expect(screen.container.querySelector('.float-number')?.textContent).toBe('12,522')

  expect(homePage.structuredData(data)).toEqual([
    expect.objectContaining({
      '@type': 'FAQPage',
      mainEntity: [expect.objectContaining({ name: '余额会过期吗？' })],
    }),
  ])
})

test("the teaser shows at most three plans, from the server's current list, or those of the document while it cannot be loaded", async () => {
  answer(comboList, [...samplePlans, { ...testPlan, id: 'team', name: '团队版' }])
  const { screen } = await renderPage(homePage, '/', data)

  await expect.element(screen.getByRole('link', { name: '购买永久包' })).toBeVisible()
  expect(screen.getByRole('link', { name: /^购买/ }).all()).toHaveLength(3)
  await screen.unmount()

  refuse(comboList, 'DEPENDENCY_DOWN')
  const other = await renderPage(homePage, '/', data)
  await expect.element(other.screen.getByRole('link', { name: '购买专业版' })).toBeVisible()
})

test('the assurances begin with the welcome that is set', async () => {
  answer(comboList, [testPlan])
  const site = { ...data.site, welcomeCredit: { amount: 200, days: 7 } }
  const { screen } = await renderPage(homePage, '/', { ...data, site })
  const [first, second] = screen.container.querySelectorAll('.assure li')
  expect(first?.textContent).toBe('注册即送 200 积分，7 天内有效')
  expect(second?.textContent).toBe('注册不收费')
})
