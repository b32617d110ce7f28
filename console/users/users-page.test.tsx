import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listConsoleUsers } from '#contract/console/users.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'
import { userOf } from '../testing/samples.ts'

const NEXT = '0197a9c2-0000-7000-8000-000000000009'
const none = { count: 0, isMore: false }
const closed = userOf({ id: 'user-2', email: null, closedAt: '2026-11-18T02:25:00.000Z' })

test('what is typed goes into the address after a pause, and one call asks for it; who finds nobody is told', async () => {
  signIn()
  answerFrame()
  const received = answer(listConsoleUsers, {
    users: [userOf(), closed],
    count: null,
    isCut: false,
    next: NEXT,
  })
  const { screen, address } = await renderConsole('/users')
  await expect.element(screen.getByRole('link', { name: '林晚' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '已注销的用户' })).toBeVisible()
  await screen.getByRole('searchbox', { name: '搜索用户' }).click()
  await userEvent.keyboard(' lin')
  await expect.poll(address).toBe('/users?q=lin')
  await expect.poll(() => received).toEqual([{}, { q: 'lin' }])
  await expect
    .element(screen.getByText('邮箱以它开头的在前面，其余最新注册的在上面。'))
    .toBeVisible()
  await screen.getByRole('link', { name: '下一页' }).click()
  await expect.poll(address).toBe(`/users?q=lin&before=${NEXT}`)
  await expect.element(screen.getByRole('link', { name: '回到第一页' })).toBeVisible()
  // a new search begins at its first page
  answer(listConsoleUsers, { users: [], count: none, isCut: false, next: null })
  await screen.getByRole('searchbox').fill('chen')
  await expect.poll(address).toBe('/users?q=chen')
  await expect.element(screen.getByText(/没有邮箱或昵称里有“chen”的用户/)).toBeVisible()
  await screen.getByRole('link', { name: '用户', exact: true }).click()
  await expect.element(screen.getByRole('searchbox')).toHaveValue('')
})

test('the count stands beside the heading, but not of a long search; one that is cut says so', async () => {
  signIn()
  answerFrame()
  const many = { count: 10_000, isMore: true }
  answer(listConsoleUsers, { users: [userOf()], count: many, isCut: false, next: NEXT })
  const { screen } = await renderConsole('/users?blocked=1')
  const count = screen.getByRole('status').filter({ hasText: '位' })
  await expect.element(count).toHaveTextContent('至少 10,000 位符合')
  answer(listConsoleUsers, { users: [userOf()], count: null, isCut: false, next: NEXT })
  await screen.getByRole('searchbox').fill('lin')
  await expect.element(count).not.toBeInTheDocument()
  await expect.element(screen.getByText('最新注册的在上面。')).toBeVisible()
  answer(listConsoleUsers, { users: [userOf()], count: null, isCut: true, next: NEXT })
  await screen.getByRole('searchbox').fill('com')
  await expect.element(screen.getByText(/^很多用户有这段文字，只列出了一部分；/)).toBeVisible()
})
