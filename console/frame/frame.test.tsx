import { expect, test } from 'vitest'
import { listAudit } from '#contract/console/audit.ts'
import { readConsoleSession, signOutOfConsole } from '#contract/console/staff/sign-in.ts'
import { answer, refuse } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'

test('signing out shows the sign-in page', async () => {
  signIn()
  answerFrame()
  answer(signOutOfConsole, null)
  const { screen } = await renderConsole('/')
  await screen.getByRole('button', { name: /周敏.*打开菜单/ }).click()
  await screen.getByRole('button', { name: '退出' }).click()
  await expect.element(screen.getByRole('heading', { name: '登录控制台' })).toBeVisible()
})

test('a session that has ended shows the sign-in page at the same address', async () => {
  signIn()
  answerFrame()
  refuse(listAudit, 'UNAUTHENTICATED')
  answer(readConsoleSession, { csrf: 'c', operator: null, isElsewhere: true, isNew: false })
  const { screen, address } = await renderConsole('/audit?outcome=done')
  await expect.element(screen.getByText('您的网络地址变了，请再登录一次。')).toBeVisible()
  expect(address()).toBe('/audit?outcome=done')
})

test('an unknown address has a page of its own within the frame', async () => {
  signIn()
  answerFrame()
  const { screen } = await renderConsole('/nowhere')
  await expect.element(screen.getByRole('heading', { name: '没有这一页' })).toBeVisible()
  await expect.element(screen.getByRole('navigation', { name: '控制台' })).toBeVisible()
})
