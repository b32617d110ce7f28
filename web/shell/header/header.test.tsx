import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render-page.tsx'
import { logIn, testPageData, testSite } from '../../testing/site.ts'
import { Header } from './header.tsx'

const LONG = {
  ...testPageData,
  site: { ...testSite, name: '星桥人工智能服务平台', toolsLabel: '人工智能工具与应用中心' },
}

/** Parts of the header that stick out of it, or lie over their neighbour. */
function misplaced(): string[] {
  const wrap = document.querySelector('.site-header .wrap')!.getBoundingClientRect()
  const parts = [...document.querySelectorAll('.site-header .wrap :is(a, button)')]
    .filter((part) => part.checkVisibility())
    .map((part) => ({ name: part.textContent, box: part.getBoundingClientRect() }))
  return parts
    .filter(({ box }, at) => {
      const before = parts[at - 1]?.box.right ?? wrap.left
      return box.left < before - 0.5 || box.right > wrap.right + 0.5 || box.height > 60
    })
    .map(({ name }) => name)
}

const isShown = (selector: string) =>
  document.querySelector(`.site-header ${selector}`)?.checkVisibility() === true

const WIDTHS = [320, 360, 390, 768, 1024, 1100, 1216, 1280]

test('§2 navigation: at any width the header holds long names in one line, and the way in', async () => {
  const { screen } = await renderPart(<Header />, '/', LONG)
  const login = screen.getByRole('banner').getByRole('link', { name: '登录' }).first()
  for (const width of WIDTHS) {
    await page.viewport(width, 800)
    await expect.element(login).toBeVisible()
    expect({
      width,
      misplaced: misplaced(),
      hasNav: isShown('.site-nav'),
      hasMenu: isShown('.menu-button'),
      isTooWide: document.documentElement.scrollWidth > width,
    }).toEqual({
      width,
      misplaced: [],
      hasNav: width >= 1024,
      hasMenu: width < 1024,
      isTooWide: false,
    })
  }
})

test('§2 account menu: at any width the header holds a long nickname in one line', async () => {
  logIn('很长很长的一个昵称它一直写到最后才肯停下来')
  document.documentElement.toggleAttribute('data-in', true)
  const { screen } = await renderPart(<Header />, '/', LONG)
  for (const width of WIDTHS) {
    await page.viewport(width, 800)
    await expect.element(screen.getByRole('button', { name: /账户菜单/ })).toBeVisible()
    expect({ width, misplaced: misplaced() }).toEqual({ width, misplaced: [] })
  }
})
