import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { testPageData, testPlan, testSite } from '../../testing/site.ts'
import { testWords } from '../../testing/words.ts'
import * as homePage from './home-page.tsx'

const { comboList } = api.recharge
const data = { ...testPageData, site: { ...testSite, ...testWords }, plans: [testPlan] }

test('the home page shows the operator’s texts; the balances of the example follow from its movements', async () => {
  answer(comboList, [testPlan])
  const { screen } = await renderPage(homePage, '/', data)

  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('对话与图片按用量扣费')
  const [register] = screen.getByRole('link', { name: '免费注册' }).all()
  await expect.element(register!).toHaveAttribute('href', '/account/register')
  await expect.element(screen.getByText('会，每份套餐有自己的有效期。')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '试一张图片' }))
    .toHaveAttribute('href', 'https://tools.example.com/picture')
  await expect.element(screen.getByRole('img', { name: '照片：一张小票' })).toBeInTheDocument()
  await expect.element(screen.getByText('共 169 积分')).toBeVisible()

  const statement = screen.getByRole('table', { name: '积分明细（示例）' })
  const rows = [...statement.element().querySelectorAll('tbody tr')]
  expect(
    rows.map((row) => [...row.querySelectorAll('.number')].map(({ textContent }) => textContent)),
  ).toEqual([
    ['+20,000', '20,000'],
    ['−155', '19,845'],
    ['0', '19,845'],
  ])

  expect(homePage.structuredData(data)).toEqual([
    expect.objectContaining({
      '@type': 'FAQPage',
      mainEntity: [expect.objectContaining({ name: '余额会过期吗？' })],
    }),
  ])
})

test('the settings of one client are shown at a time', async () => {
  answer(comboList, [testPlan])
  const { screen } = await renderPage(homePage, '/', data)
  await expect.element(screen.getByText('地址甲')).toBeVisible()
  await expect.element(screen.getByText('地址乙')).not.toBeVisible()
  await screen.getByText('LobeChat').click()
  await expect.element(screen.getByText('地址乙')).toBeVisible()
  await expect.element(screen.getByText('地址甲')).not.toBeVisible()
})

test('what is promised to new customers, and what it is enough for, follow from the setting', async () => {
  answer(comboList, [testPlan])
  const site = { ...data.site, welcomeCredit: { amount: 20_000, days: 7 } }
  const { screen } = await renderPage(homePage, '/', { ...data, site })
  await expect
    .element(screen.getByText('约 100 张图片或 250 次对话，7 天内有效，无需绑卡'))
    .toBeVisible()
  expect(screen.getByRole('link', { name: '免费领取 20,000 积分' }).all()).toHaveLength(2)
  await expect.element(screen.getByText('共 169 积分，余额 19,831')).toBeVisible()
})
