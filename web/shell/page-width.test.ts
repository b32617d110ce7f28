import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'

afterEach(async () => {
  await page.viewport(1280, 800)
})

test.for([
  [320, 16],
  [1024, 16],
  [1920, 16],
  [2400, 18],
  [2880, 20],
  [3840, 24],
  [7680, 32],
] as const)(
  '§2 page width, §9 design width: at %i px the unit of all lengths is %i px',
  async ([width, unit]) => {
    await page.viewport(width, 800)
    expect(innerWidth).toBe(width)
    expect(parseFloat(getComputedStyle(document.documentElement).fontSize)).toBeCloseTo(unit, 2)
  },
)

test.for([1440, 1600, 1920, 2560, 2880, 3440, 3840])(
  '§2 page width: at %i px the page takes two thirds of the window or more',
  async (width) => {
    await page.viewport(width, 800)
    const wrap = document.createElement('div')
    wrap.className = 'wrap'
    document.body.append(wrap)
    // the browser lays out in 64ths of a pixel
    expect(wrap.getBoundingClientRect().width + 1 / 32).toBeGreaterThanOrEqual((width * 2) / 3)
    wrap.remove()
  },
)

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
