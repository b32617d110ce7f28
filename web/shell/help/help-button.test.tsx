import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render-page.tsx'
import { placeHelpButton } from './help-button.ts'
import { SideHelp } from './side-help.tsx'

const root = document.documentElement

beforeAll(() => {
  const observing = vi.spyOn(MutationObserver.prototype, 'observe')
  placeHelpButton()
  const [observer] = observing.mock.contexts
  return () => void (observer instanceof MutationObserver && observer.disconnect())
})

beforeEach(() => page.viewport(360, 700))

const place = () => root.dataset['help']
const rectOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()

test('the help button is placed above elements at the lower edge', async () => {
  await renderPart(
    <>
      <button
        className="bar"
        type="button"
        style={{ position: 'fixed', inset: 'auto 0 0', height: 80 }}
      >
        付款
      </button>
      <SideHelp />
    </>,
  )
  await expect.poll(place).toBe('free')
  expect(rectOf('.help-button').bottom).toBeLessThanOrEqual(rectOf('.bar').top)
  expect(rectOf('.help-button').top).toBeGreaterThan(450)
  // an inherited property of the root would cost the styles of the whole page
  expect(root.style).toHaveLength(0)
})

test('the help button covers no text, but may cover the empty end of a line', async () => {
  await renderPart(
    <>
      <p>{'写满整行的文字'.repeat(60)}</p>
      <p>短句。</p>
      <p>{'写满整行的文字'.repeat(60)}</p>
      <SideHelp />
    </>,
  )
  await expect.poll(place).toBe('free')
  const { left, top, bottom } = rectOf('.help-button')
  for (const each of document.querySelectorAll('p')) {
    const words = document.createRange()
    words.selectNodeContents(each)
    const under = [...words.getClientRects()].filter(
      (line) => line.right > left && line.bottom > top && line.top < bottom,
    )
    expect(under).toEqual([])
  }
})

test('without a free place only the part that fits the page margin is shown', async () => {
  await renderPart(
    <>
      <button className="wall" type="button" style={{ position: 'fixed', inset: '0 1rem 0 0' }}>
        一切
      </button>
      <SideHelp />
    </>,
  )
  await expect.poll(place).toBe('edge')
  expect(rectOf('.help-button').left).toBeGreaterThanOrEqual(rectOf('.wall').right)
  expect(rectOf('.help-button').left).toBeLessThan(innerWidth - 10)
})

test('the help button hides while scrolling down or typing and returns afterwards', async () => {
  const { screen } = await renderPart(
    <>
      <input aria-label="邮箱" />
      <svg width="10" height="5000" />
      <SideHelp />
    </>,
  )
  await expect.poll(place).toBe('free')
  const heard = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }))
  scrollTo({ top: 900, behavior: 'instant' })
  await heard
  expect(place()).toBeUndefined()
  await expect.poll(place).toBe('free')

  scrollTo({ top: 0, behavior: 'instant' })
  await screen.getByRole('textbox', { name: '邮箱' }).click()
  expect(place()).toBeUndefined()
  await userEvent.tab()
  await expect.poll(place).toBe('free')
})
