import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render-page.tsx'
import { SideHelp } from './side-help.tsx'

afterEach(async () => {
  await page.viewport(1280, 800)
  scrollTo(0, 0)
})

test('the QR code shows on hover and stays after a click', async () => {
  const { screen } = await renderPart(<SideHelp />)
  const button = screen.getByRole('button', { name: '扫码联系' })
  const isShown = () => document.querySelector('.qr-pop')?.checkVisibility() === true
  expect(isShown()).toBe(false)
  await userEvent.hover(button)
  await expect.poll(isShown).toBe(true)
  await userEvent.unhover(button)
  await expect.poll(isShown).toBe(false)
  await button.click()
  await userEvent.unhover(button)
  await expect.element(screen.getByRole('img', { name: '扫码联系二维码' })).toBeVisible()
})
