import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../testing/render-page.tsx'
import { BalancePanel } from './balance-panel.tsx'

const rectOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()

/** Whether the arc lies beside texts and buttons, and the page is no wider than the window. */
function isInPlace(width: number): boolean {
  const arc = rectOf('.balance-arc')
  const others = ['.balance-number', '.balance .soft', '.balance-actions'].map(rectOf)
  const isApart = others.every(
    ({ left, right, top, bottom }) =>
      arc.right <= left || arc.left >= right || arc.bottom <= top || arc.top >= bottom,
  )
  return (arc.width === 0 || isApart) && document.documentElement.scrollWidth <= width
}

test('at any width the arc does not overlap texts or buttons, however long the balance is', async () => {
  const misplaced: string[] = []
  for (const balance of [0, 12_480, 1_234_567]) {
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
    for (const width of [320, 390, 640, 768, 1024, 1280, 1440, 1920]) {
      await page.viewport(width, 800)
      if (!isInPlace(width)) misplaced.push(`${balance} at ${width} px`)
    }
    await screen.unmount()
  }
  expect(misplaced).toEqual([])
})
