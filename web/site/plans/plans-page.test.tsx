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

test('the plans are columns of one sheet, with what each is enough for', async () => {
  answer(comboList, samplePlans)
  const { screen } = await renderPage(plansPage, '/plans', data)
  const sheet = screen.getByRole('region', { name: '全部套餐' })
  await expect.element(sheet).toBeVisible()
  const [trial, pro, pack] = sheet.getByRole('article').elements()
  expect(pro?.textContent).toContain('专业版推荐')
  expect(pro?.textContent).toContain('¥99.90原价 ¥119.90')
  expect(pro?.textContent).toContain('1.2 万 积分含赠送 2,000')
  // of 200 credit a picture and 80 a talk
  expect(pro?.textContent).toContain('约 60 张图片或 150 次对话')
  const figures = [trial, pro, pack].map((plan) =>
    [...plan!.querySelectorAll('dd')].map(({ textContent }) => textContent),
  )
  expect(figures).toEqual([
    ['¥9.95', '90 天', '1–10 份'],
    ['¥8.33', '365 天', '1–20 份'],
    ['¥149.50', '长期', '2–5 份'],
  ])
  await expect
    .element(sheet.getByRole('link', { name: '购买体验版' }))
    .toHaveAttribute('href', '/account/recharge?plan=trial')
})

test('the sliders name the cheapest order of one plan that is enough, mark its column, and say when none is', async () => {
  answer(comboList, samplePlans)
  const { screen } = await renderPage(plansPage, '/plans', data)
  const sum = screen.getByRole('region', { name: '产品套餐' })
  const pictures = screen.getByRole('slider', { name: /图片转文字/ })
  const talks = screen.getByRole('slider', { name: /AI 对话/ })
  const choose = async (places: [number, number]) => {
    await pictures.fill(String(places[0]))
    await talks.fill(String(places[1]))
  }
  // 10 × 200 + 0: one of 2,000 for ¥19.90
  await choose([1, 0])
  await expect
    .element(sum.getByRole('link', { name: '购买体验版' }))
    .toHaveAttribute('href', '/account/recharge?plan=trial&num=1')
  await expect.element(pictures).toHaveAttribute('aria-valuetext', '10 张')
  expect(document.querySelector('.plan[data-fit] h3')?.textContent).toBe('体验版够用')
  // 20 × 200 + 50 × 80 = 8,000: four for ¥79.60 are cheaper than one of 12,000 for ¥99.90
  await choose([2, 3])
  await expect.element(sum.getByRole('link', { name: '购买体验版 4 份' })).toBeVisible()
  await expect.element(sum.getByText('8,000 积分，余 0')).toBeVisible()
  // 20,000 × 200: more than 20 of the largest
  await choose([13, 0])
  await expect.element(sum.getByRole('link', { name: '购买专业版 20 份' })).toBeVisible()
  await expect.element(sum.getByText(/一单不够，可分几次购买/)).toBeVisible()
})

test('a plan that is sold out has no link to buy it; limits of the offer are named', async () => {
  const until = '2026-12-31T15:59:00.000Z'
  answer(comboList, [
    { ...testPlan, isSoldOut: true },
    { ...testPlan, id: 'few', name: '限量版', left: 3, limitPerUser: 1, saleUntil: until },
  ])
  const { screen } = await renderPage(plansPage, '/plans', { ...data, plans: [testPlan] })
  await expect.element(screen.getByRole('button', { name: /^已售罄 ?专业版$/ })).toBeDisabled()
  const sheet = screen.getByRole('region', { name: '全部套餐' })
  await expect.element(sheet.getByRole('link', { name: '购买限量版' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '购买专业版' })).not.toBeInTheDocument()
  const limits = [...document.querySelectorAll('.plan-limits')].map((limit) => limit.textContent)
  expect(limits).toEqual(['仅剩3 份', '每人限购1 份', '截止2026-12-31 23:59'])
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
