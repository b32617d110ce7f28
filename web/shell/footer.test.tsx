import { expect, test } from 'vitest'
import { renderPart } from '../testing/render-page.tsx'
import { testPageData, testSite } from '../testing/site.ts'
import { Footer } from './footer.tsx'

function linksIn(part: Element): string[] {
  const links = [...part.querySelectorAll('a')]
  return links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)
}

test('the footer links every public page, the account, support and the legal pages, and shows QR code, hours, company and filing line', async () => {
  const { screen } = await renderPart(<Footer />)
  const part = (name: string) => screen.getByRole('navigation', { name })
  await expect.element(part('产品')).toBeVisible()
  expect(linksIn(part('产品').element())).toEqual([
    '产品介绍 /product',
    '产品套餐 /plans',
    '新手教程 /tutorial',
    '行业优势 /advantage',
    '用户案例 /case',
    'AI 工具 https://tools.example.com',
  ])
  expect(linksIn(part('账户').element())).toEqual([
    '账户中心 /account/home',
    '充值中心 /account/recharge-center',
    '订单管理 /account/orders',
  ])
  const support = linksIn(part('支持').element())
  expect(support).toContain('在线客服 https://chat.example.com/support')
  expect(support).toContain('服务条款 /terms')
  expect(support).toContain('隐私政策 https://legal.example.com/privacy')
  await expect.element(screen.getByRole('img', { name: '扫码联系二维码' })).toBeVisible()
  await expect.element(screen.getByText('工作日 9:00–21:00')).toBeVisible()
  await expect.element(screen.getByText(/© \d{4} 星桥科技（示例公司）/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '示例 ICP 备 2026000000 号-1' }))
    .toHaveAttribute('href', 'https://beian.example.com')
})

test('without QR code and filing the footer has neither', async () => {
  const { icp: _, ...site } = testSite
  const data = { ...testPageData, site: { ...site, support: [] } }
  const { screen } = await renderPart(<Footer />, '/', data)
  await expect.element(screen.getByText(/© \d{4}/)).toBeVisible()
  await expect.element(screen.getByRole('img')).not.toBeInTheDocument()
  await expect.element(screen.getByRole('link', { name: /ICP/ })).not.toBeInTheDocument()
})
