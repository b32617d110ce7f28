import { expect, test } from 'vitest'
import { setChineseMessages } from '#contract/messages.ts'
import { isOwnEmail, newPassword } from './new-password.ts'

setChineseMessages()

const COMMON = '密码过于常见，请换一个更安全的密码'

test('a new password has 8 to 64 characters and is not common', () => {
  const passwords = [
    ['Bridge-of-1', undefined],
    ['correct horse battery staple', undefined],
    ['一二三四五六七八', undefined],
    ['x'.repeat(30) + 'y', undefined],
    ['correct horse battery staple, and eleven lanterns over the river', undefined],
    ['', '请输入密码'],
    ['short-1', '密码最少 8 个字符'],
    ['a1'.repeat(32) + 'b', '密码最多 64 个字符'],
    ['password', COMMON],
    ['PassWord123', COMMON],
    ['woaini1314', COMMON],
    ['aaaaaaaaaa', COMMON],
    ['abcabcabcab', COMMON],
  ] as const
  const found = passwords.map(([password]) => [
    password,
    newPassword.safeParse(password).error?.issues[0]?.message,
  ])
  expect(found).toEqual(passwords)
})

test('the e-mail and its part before the @ are rejected as a password', () => {
  expect(isOwnEmail('LinWan1990', 'linwan1990@example.com')).toBe(true)
  expect(isOwnEmail('linwan1990@example.com', 'linwan1990@example.com')).toBe(true)
  expect(isOwnEmail('linwan1991', 'linwan1990@example.com')).toBe(false)
})
