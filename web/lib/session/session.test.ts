import { expect, test } from 'vitest'
import { logIn } from '../../testing/site.ts'
import { readSession, refreshSession } from './session.ts'

test('§3 _userInfo: the cookie tells who is logged in', () => {
  logIn('林晚')
  expect(readSession()).toEqual({ nickname: '林晚', email: 'lin***an@example.com' })
})

test('§3 _userInfo, §4 logged in: a present cookie means logged in, whatever it holds', () => {
  document.cookie = '_userInfo=%E0%A4%A; Path=/'
  expect(readSession()).toEqual({ nickname: '', email: '' })
})

test('§4 logged in: without the cookie nobody is logged in', () => {
  expect(readSession()).toBeNull()
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
