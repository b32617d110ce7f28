import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render-page.tsx'
import { SideHelp } from './side-help.tsx'

afterEach(async () => {
  await page.viewport(1280, 800)
  scrollTo(0, 0)
})

test('§2 side widget: messenger and group open in a new tab', async () => {
  const { screen } = await renderPart(<SideHelp />)
  for (const [name, address] of [
    ['在线客服', 'https://chat.example.com/support'],
    ['用户群', 'https://group.example.com/join'],
  ] as const) {
    const link = screen.getByRole('link', { name })
    await expect.element(link).toHaveAttribute('href', address)
    await expect.element(link).toHaveAttribute('target', '_blank')
  }
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

test('the link to the top appears once the page is scrolled', async () => {
  const { screen } = await renderPart(
    <>
      <svg width="10" height="5000" />
      <SideHelp />
    </>,
  )
  const top = screen.getByRole('link', { name: '返回顶部', includeHidden: true })
  const heightAt = async (y: number) => {
    scrollTo({ top: y, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return top.element().getBoundingClientRect().height
  }
  expect(await heightAt(0)).toBeLessThan(2)
  expect(await heightAt(100)).toBeGreaterThan(40)
})

test('on a phone a round button opens it, and choosing closes it', async () => {
  await page.viewport(390, 844)
  document.documentElement.dataset['help'] = 'free'
  const { screen } = await renderPart(<SideHelp />)
  const isOpen = () => document.querySelector('#side-help')?.checkVisibility() === true
  expect(isOpen()).toBe(false)
  const button = screen.getByRole('button', { name: '客服与返回顶部' })
  await button.click()
  expect(isOpen()).toBe(true)
  await expect.element(screen.getByRole('link', { name: '返回顶部' })).toBeVisible()
  await screen.getByRole('button', { name: '扫码联系' }).click()
  await expect.element(screen.getByRole('img', { name: '扫码联系二维码' })).toBeVisible()
  await expect.poll(isOpen).toBe(false)
  delete document.documentElement.dataset['help']
})
