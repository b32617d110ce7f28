import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer } from '../../testing/network.ts'
import { samplePlans } from '../../testing/plans.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { testPageData, testSite } from '../../testing/site.ts'
import { testWords } from '../../testing/words.ts'
import * as campaignPage from './campaign-page.tsx'

const { comboList } = api.recharge
const data = { ...testPageData, site: { ...testSite, ...testWords }, plans: samplePlans }

async function visit(plans = samplePlans) {
  answer(comboList, plans)
  return renderPage(campaignPage, '/gg', { ...data, plans })
}

test('the page leads to registration, calculates its price from the recommended plan, and has no site chrome', async () => {
  const { screen } = await visit()
  await expect
    .element(screen.getByRole('heading', { level: 1 }))
    .toHaveTextContent('读不完的资料今晚读完')
  const buttons = [...document.querySelectorAll('a.button')]
  expect(buttons.map((button) => button.getAttribute('href'))).toEqual([
    '/account/register',
    '/account/register',
  ])
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    '免费注册，先看再买',
    '免费注册，先看再买',
  ])

  await expect.element(screen.getByText('专业版，加赠 2,000 积分')).toBeVisible()
  // 80 of 12,000 credit for ¥99.90
  await expect.element(screen.getByText('¥0.67', { exact: true })).toBeVisible()
  await expect
    .element(screen.getByText('翻译一万字符 ¥0.67 = 80 积分 × 每千积分 ¥8.33（专业版）。'))
    .toBeVisible()

  await expect.element(screen.getByRole('main')).toHaveAttribute('id', 'content')
  await expect.element(screen.getByRole('link', { name: '星桥 AI' })).toHaveAttribute('href', '/')
  await expect
    .element(screen.getByText(`© ${new Date().getFullYear()} 星桥科技（示例公司）`))
    .toBeVisible()
  expect(campaignPage.description(data)).toBe('今晚读完。')
})

test('without a plan on sale the page names no price and no bonus', async () => {
  const { screen } = await visit([])
  await expect.element(screen.getByText('种语言')).toBeVisible()
  await expect.element(screen.getByText(/¥|加赠/)).not.toBeInTheDocument()
})
