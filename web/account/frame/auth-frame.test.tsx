import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../../testing/render-page.tsx'
import * as loginPage from '../login/login-page.tsx'

afterEach(async () => {
  await page.viewport(1280, 800)
})

const rectsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect())

test.for([
  [1024, 768],
  [1280, 600],
  [1280, 900],
  [1440, 900],
  [1920, 1080],
  [3840, 2000],
] as const)('at %i × %i px shores and water end above the copyright', async ([width, height]) => {
  await page.viewport(width, height)
  await renderPage(loginPage, '/account/login')
  const [copyright] = rectsOf('.auth-view small')
  const drawn = rectsOf('.auth-view path:not(.star)')
  expect(drawn).toHaveLength(3)
  for (const { bottom } of drawn) expect(bottom).toBeLessThanOrEqual(copyright!.top)
})
