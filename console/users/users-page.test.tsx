import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listConsoleUsers, readConsoleUser } from '#contract/console/users.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'
import { userDetailOf, userOf } from '../testing/samples.ts'

const NEXT = '0197a9c2-0000-7000-8000-000000000009'
const closed = userOf({ id: 'user-2', email: null, closedAt: '2026-11-18T02:25:00.000Z' })

test('what is typed goes into the address after a pause, and one call asks for it', async () => {
  signIn()
  answerFrame()
  const received = answer(listConsoleUsers, { users: [userOf(), closed], next: NEXT })
  const { screen, address } = await renderConsole('/users')
  await expect.element(screen.getByRole('link', { name: '林晚' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '已注销的用户' })).toBeVisible()
  await expect.element(screen.getByText('最新注册的在上面。', { exact: true })).toBeVisible()
  await screen.getByRole('searchbox', { name: '搜索用户' }).click()
  await userEvent.keyboard(' lin')
  await expect.poll(address).toBe('/users?q=lin')
  await expect.poll(() => received).toEqual([{}, { q: 'lin' }])
  await expect
    .element(screen.getByText('邮箱以它开头的在前面，其余最新注册的在上面。'))
    .toBeVisible()
  await screen.getByRole('link', { name: '更早' }).click()
  await expect.poll(address).toBe(`/users?q=lin&before=${NEXT}`)
  // a new search begins at its first page
  await screen.getByRole('searchbox').fill('chen')
  await expect.poll(address).toBe('/users?q=chen')
  await screen.getByRole('link', { name: '用户', exact: true }).click()
  await expect.element(screen.getByRole('searchbox')).toHaveValue('')
})

test('j and Enter open a user', async () => {
  signIn()
  answerFrame()
  answer(listConsoleUsers, { users: [userOf()], next: null })
  const opened = answer(readConsoleUser, userDetailOf())
  const { screen, address } = await renderConsole('/users?q=lin')
  await expect.element(screen.getByRole('link', { name: '林晚' })).toBeVisible()
  await userEvent.keyboard('j{Enter}')
  await expect.poll(address).toBe('/users/user?user=user-1')
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent(/林晚正常/)
  expect(opened).toEqual([{ user: 'user-1' }])
})

test('a search that finds nobody says so', async () => {
  signIn()
  answerFrame()
  answer(listConsoleUsers, { users: [], next: null })
  const { screen } = await renderConsole('/users?q=nobody')
  await expect.element(screen.getByText(/没有邮箱或昵称里有“nobody”的用户/)).toBeVisible()
})
