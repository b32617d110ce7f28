import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render-page.tsx'
import { logIn, testPageData, testSite } from '../../testing/site.ts'
import { Header } from './header.tsx'

const LONG = {
  ...testPageData,
  site: { ...testSite, name: '星桥人工智能服务平台', toolsLabel: '人工智能工具与应用中心' },
}

afterEach(async () => {
  await page.viewport(1280, 800)
})

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

for (const width of [320, 360, 390, 768, 1024, 1100, 1216, 1280]) {
  test(`§2 navigation: at ${width} px the header holds long names in one line, and the way in`, async () => {
    await page.viewport(width, 800)
    const { screen } = await renderPart(<Header />, '/', LONG)
    expect(misplaced()).toEqual([])
    await expect
      .element(screen.getByRole('banner').getByRole('link', { name: '登录' }).first())
      .toBeVisible()
    expect(isShown('.site-nav')).toBe(width >= 1024)
    expect(isShown('.menu-button')).toBe(width < 1024)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  })

  test(`§2 account menu: at ${width} px the header holds a long nickname in one line`, async () => {
    await page.viewport(width, 800)
    logIn('很长很长的一个昵称它一直写到最后才肯停下来')
    document.documentElement.toggleAttribute('data-in', true)
    const { screen } = await renderPart(<Header />, '/', LONG)
    await expect.element(screen.getByRole('button', { name: /账户菜单/ })).toBeVisible()
    expect(misplaced()).toEqual([])
  })
}
