import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../testing/render-page.tsx'
import { BalancePanel } from './balance-panel.tsx'

afterEach(async () => {
  await page.viewport(1280, 800)
})

const rectOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()

for (const width of [320, 390, 640, 768, 1024, 1280, 1440, 1920]) {
  for (const balance of [0, 12_480, 1_234_567]) {
    test(`at ${width} px the arc does not overlap texts or buttons of a balance of ${balance}`, async () => {
      await page.viewport(width, 800)
      const { screen } = await renderPart(
        <div className="wrap account">
          <nav className="account-nav" />
          <div className="account-body">
            <BalancePanel
              balance={balance}
              held={0}
              lots={[]}
              note="余额用完了，充值后马上就能继续用。"
              actions={
                <>
                  <button className="button" type="button">
                    充值
                  </button>
                  <button className="button" type="button">
                    打开 AI 工具
                  </button>
                </>
              }
            />
          </div>
        </div>,
      )
      await expect.element(screen.getByRole('button', { name: '充值' })).toBeVisible()
      const arc = rectOf('.balance-arc')
      const others = ['.balance-number', '.balance .soft', '.balance-actions'].map(rectOf)
      for (const { left, right, top, bottom } of arc.width === 0 ? [] : others) {
        const isApart =
          arc.right <= left || arc.left >= right || arc.bottom <= top || arc.top >= bottom
        expect(isApart).toBe(true)
      }
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    })
  }
}
