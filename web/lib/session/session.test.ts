import { createElement } from 'react'
import { expect, test } from 'vitest'
import { renderPart } from '../../testing/render-page.tsx'
import { logIn } from '../../testing/site.ts'
import { readSession, refreshSession, useSession } from './session.ts'

test('§3 _userInfo, §4 logged in: the cookie tells who is logged in; whatever it holds, it means logged in', () => {
  expect(readSession()).toBeNull()
  logIn('林晚')
  expect(readSession()).toEqual({
    ...{ nickname: '林晚', email: 'lin***an@example.com', mark: '' },
  })
  document.cookie = '_userInfo=%E0%A4%A; Path=/'
  expect(readSession()).toEqual({ nickname: '', email: '', mark: '' })
})

test('the root element follows the cookie', () => {
  const root = document.documentElement
  logIn()
  refreshSession()
  expect(root.hasAttribute('data-in')).toBe(true)
  document.cookie = '_userInfo=; Path=/; Max-Age=0'
  refreshSession()
  expect(root.hasAttribute('data-in')).toBe(false)
})

test('components show another user even when the cookie was read before', async () => {
  const Name = () => useSession()?.nickname
  logIn('林晚')
  refreshSession()
  const { screen } = await renderPart(createElement(Name))
  await expect.element(screen.getByText('林晚')).toBeVisible()
  logIn('周舟')
  expect(readSession()?.nickname).toBe('周舟')
  refreshSession()
  await expect.element(screen.getByText('周舟')).toBeVisible()
})
