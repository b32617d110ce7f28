import { expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { answer, refuse, reply } from '../../testing/network.ts'
import { renderPart } from '../../testing/render-page.tsx'
import { LegacyHeader } from './legacy-header.tsx'

const { logout, userInfo } = api.account

async function open() {
  const leave = vi.fn<(address: string) => void>()
  const { screen } = await renderPart(<LegacyHeader leave={leave} />)
  return { screen, leave, leaveButton: screen.getByRole('button', { name: '退出' }) }
}

test('a second click does not log out twice; a refused log-out stays on the page', async () => {
  answer(userInfo, { isLogin: true })
  const ended = Promise.withResolvers<void>()
  let asked = 0
  reply(logout, async () => {
    asked += 1
    await ended.promise
    return Response.json({ statusCode: 200, message: 'ok', data: null })
  })
  const { leave, leaveButton, screen } = await open()
  await leaveButton.click()
  await expect.poll(() => asked).toBe(1)
  await leaveButton.click({ force: true })
  ended.resolve()
  await expect.poll(() => leave).toHaveBeenCalledOnce()
  expect(asked).toBe(1)
  await screen.unmount()

  refuse(logout, 'DEPENDENCY_DOWN')
  const other = await open()
  await other.leaveButton.click()
  await expect.element(other.screen.getByText('服务暂时不可用，请稍后再试')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(other.leave).not.toHaveBeenCalled()
})

test('§2 legacy header: links lead to the .html pages, and visitors get login links', async () => {
  answer(userInfo, { isLogin: false })
  const { screen, leaveButton } = await open()
  await expect.element(screen.getByRole('link', { name: '登录' })).toBeVisible()
  const links = screen
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/',
    '/index.html',
    '/product.html',
    '/tutorial.html',
    '/advantage.html',
    '/case.html',
    '/plans.html',
    '/account/recharge-center',
    '/account/login',
    '/account/register',
  ])
  await expect.element(leaveButton).not.toBeInTheDocument()
})

test('§4 legacy login state: before the response there is neither login nor logout', async () => {
  const isReleased = Promise.withResolvers<void>()
  reply(userInfo, async () => {
    await isReleased.promise
    return Response.json({ statusCode: 200, message: 'ok', data: { isLogin: false } })
  })
  const { screen, leaveButton } = await open()
  await expect.element(screen.getByRole('link', { name: '充值中心' })).toBeVisible()
  for (const name of ['登录', '注册'])
    await expect.element(screen.getByRole('link', { name })).not.toBeInTheDocument()
  await expect.element(leaveButton).not.toBeInTheDocument()
  isReleased.resolve()
  for (const name of ['登录', '注册'])
    await expect.element(screen.getByRole('link', { name })).toBeVisible()
})
