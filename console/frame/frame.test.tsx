import { expect, test, vi } from 'vitest'
import { listAudit } from '#contract/console/audit.ts'
import { readConsoleSession, signOutOfConsole } from '#contract/console/sign-in.ts'
import { answer, refuse } from '#web/testing/network.ts'
import { answerFrame, auditEntryOf, renderConsole, signIn } from '../testing/render-console.tsx'

test('the first page greets by the hour of the site and lists actions and the newest rows', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T13:40:00Z') })
  signIn()
  answerFrame()
  const received = answer(listAudit, { entries: [auditEntryOf()], next: null, commands: [] })
  const { screen } = await renderConsole('/')
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('晚上好，周敏')
  await expect.element(screen.getByText('11 月 20 日 周五 21:40')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '重查订单' }))
    .toHaveAttribute('href', '/actions?do=orders+check')
  await expect.element(screen.getByRole('button', { name: '退款', exact: true })).toBeVisible()
  expect(received).toEqual([{ limit: '10' }])
  vi.useRealTimers()
})

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
