import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { testHome, testPageData, testPlan, testSite } from '../../testing/site.ts'
import * as plansPage from './plans-page.tsx'

const { comboList } = api.recharge
const site = { ...testSite, home: testHome }
const data = { ...testPageData, site, plans: samplePlans }

test('a plan shows its price, credit and validity, leads to its purchase and is compared with the others', async () => {
  answer(comboList, samplePlans)
  const { screen } = await renderPage(plansPage, '/plans', data)
  const card = screen.getByRole('article').filter({ hasText: '专业版' }).first()
  await expect.element(card).toBeVisible()
  const { textContent } = card.element()
  expect(textContent).toContain('专业版推荐')
  expect(textContent).toContain('¥99.90原价 ¥119.90')
  expect(textContent).toContain('10,000 + 赠 2,000 积分')
  expect(textContent).toContain('每千积分 ¥8.33 · 365 天有效')
  await expect
    .element(screen.getByRole('link', { name: '购买体验版' }))
    .toHaveAttribute('href', '/account/recharge?plan=trial')
  // 2,000 of 12,000 credit for ¥99.90
  await expect.element(screen.getByText('一份专业版的 17%，约 ¥16.65')).toBeVisible()

  const rows = screen.getByRole('table').element().querySelectorAll('tbody tr')
  const figures = [...rows].map((row) => [...row.children].map((cell) => cell.textContent))
  expect(figures).toEqual([
    ['到账积分', '2,000', '12,000', '2,000'],
    ['其中赠送', '无', '2,000', '无'],
    ['每千积分', '¥9.95', '¥8.33', '¥149.50'],
    ['有效期', '90 天', '365 天', '长期'],
    ['单次可买', '1–10 份', '1–20 份', '2–5 份'],
    // rows without a plan on sale are omitted; a plan without a value does not have the feature
    ['单份文档', '50 页', '200 页', '—没有'],
    ['优先排队', '—没有', '有', '—没有'],
  ])
})

test('a plan that is sold out has no link to buy it; limits of the offer are named', async () => {
  const until = '2026-12-31T15:59:00.000Z'
  answer(comboList, [
    { ...testPlan, isSoldOut: true },
    { ...testPlan, id: 'few', name: '限量版', left: 3, limitPerUser: 1, saleUntil: until },
  ])
  const { screen } = await renderPage(plansPage, '/plans', { ...data, plans: [testPlan] })
  await expect.element(screen.getByRole('button', { name: /^已售罄 ?专业版$/ })).toBeDisabled()
  await expect.element(screen.getByRole('link', { name: '购买限量版' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '购买专业版' })).not.toBeInTheDocument()
  await expect
    .element(screen.getByText('仅剩 3 份 · 每人限购 1 份 · 2026-12-31 23:59 截止'))
    .toBeVisible()
})

test('without a plan on sale the page says so and has no buy button', async () => {
  answer(comboList, [])
  const { screen } = await renderPage(plansPage, '/plans', { ...data, plans: [] })
  await expect.element(screen.getByText('套餐正在调整，暂时没有可购买的')).toBeVisible()
  expect(screen.getByRole('link', { name: /^购买/ }).all()).toHaveLength(0)
})

test('structured data contain an offer for each plan, in major units of the currency', () => {
  const [product, , breadcrumbs] = plansPage.structuredData(data)
  expect(breadcrumbs).toMatchObject({ itemListElement: [{}, { name: '产品套餐', position: 2 }] })
  expect(product).toMatchObject({
    '@type': 'Product',
    offers: [{ price: '19.90', priceCurrency: 'CNY' }, { price: '99.90' }, { price: '299.00' }],
  })
})
