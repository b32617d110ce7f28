import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('§2 page width, §9 design width: one design pixel is 1/1920 of the window', async () => {
  const ruler = document.createElement('div')
  ruler.style.width = 'calc(1920 * var(--dpx))'
  document.body.append(ruler)
  for (const width of [1280, 1920, 2560]) {
    await page.viewport(width, 800)
    expect(ruler.getBoundingClientRect().width).toBeCloseTo(innerWidth, 0)
  }
  ruler.remove()
})
