import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../testing/render-page.tsx'
import { BalancePanel } from './balance-panel.tsx'

/** Whether the arc lies beside texts and buttons. */
function isArcApart(panel: Element): boolean {
  const rectOf = (selector: string) => panel.querySelector(selector)!.getBoundingClientRect()
  const arc = rectOf('.balance-arc')
  const others = ['.balance-number', '.balance .soft', '.balance-actions'].map(rectOf)
  const isApart = others.every(
    ({ left, right, top, bottom }) =>
      arc.right <= left || arc.left >= right || arc.bottom <= top || arc.top >= bottom,
  )
  return arc.width === 0 || isApart
}

test('at any width the arc does not overlap texts or buttons, however long the balance is', async () => {
  const actions = (
    <>
      <button className="button" type="button">
        充值
      </button>
      <button className="button" type="button">
        打开 AI 工具
      </button>
    </>
  )
  const note = '余额已用完，充值后可继续使用。'
  const { screen } = await renderPart(
    <div className="wrap account">
      <nav className="account-nav" />
      <div className="account-body">
        {[0, 12_480, 1_234_567].map((balance) => (
          <div key={balance} data-balance={balance}>
            <BalancePanel balance={balance} held={0} lots={[]} note={note} actions={actions} />
          </div>
        ))}
      </div>
    </div>,
  )
  await expect.element(screen.getByRole('button', { name: '充值' }).first()).toBeVisible()
  const panels = [...document.querySelectorAll<HTMLElement>('[data-balance]')]
  expect(panels).toHaveLength(3)
  for (const width of [320, 390, 640, 768, 1024, 1280, 1440, 1920]) {
    await page.viewport(width, 800)
    const misplaced = panels.filter((panel) => !isArcApart(panel))
    expect([width, misplaced.map(({ dataset }) => dataset['balance'])]).toEqual([width, []])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
})

test('credit that was just given for seven days has seven, though the clock lags by part of a second', async () => {
  const expiresAt = new Date(Date.now() + 7 * 86_400_000 + 900).toISOString()
  const lots = [{ amount: 20_000, expiresAt }]
  const { screen } = await renderPart(
    <BalancePanel balance={20_000} held={0} lots={lots} actions={null} />,
  )
  await expect.element(screen.getByText(/到期，还有 7 天$/)).toBeVisible()
})
