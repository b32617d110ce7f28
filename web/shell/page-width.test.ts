import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

test('§2 page width, §9 design width: the unit of all lengths grows with the window, and the page takes two thirds of it', async () => {
  const wrap = document.createElement('div')
  wrap.className = 'wrap'
  document.body.append(wrap)
  for (const [width, unit] of [
    [320, 16],
    [1024, 16],
    [1440, 16],
    [1600, 16],
    [1920, 16],
    [2400, 18],
    [2560, undefined],
    [2880, 20],
    [3440, undefined],
    [3840, 24],
    [7680, 32],
  ] as const) {
    await page.viewport(width, 800)
    expect(innerWidth).toBe(width)
    const { fontSize } = getComputedStyle(document.documentElement)
    if (unit !== undefined) expect(parseFloat(fontSize), `${width} px`).toBeCloseTo(unit, 2)
    if (width < 1440 || width > 3840) continue
    // the browser lays out in 64ths of a pixel
    const taken = wrap.getBoundingClientRect().width + 1 / 32
    expect(taken, `${width} px`).toBeGreaterThanOrEqual((width * 2) / 3)
  }
  wrap.remove()
})

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
