import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import * as loginPage from '../login/login-page.tsx'

const rectsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())

test('in windows of any size shores and water end above the copyright', async () => {
  await renderPage(loginPage, '/account/login')
  for (const [width, height] of [
    [1024, 768],
    [1280, 600],
    [1280, 900],
    [1440, 900],
    [1920, 1080],
    [3840, 2000],
  ] as const) {
    await page.viewport(width, height)
    const [copyright] = rectsOf('.auth-view small')
    const drawn = rectsOf('.auth-view path:not(.star)')
    expect(drawn).toHaveLength(3)
    const lowest = Math.max(...drawn.map(({ bottom }) => bottom))
    expect(lowest, `${width} × ${height}`).toBeLessThanOrEqual(copyright!.top)
  }
})
