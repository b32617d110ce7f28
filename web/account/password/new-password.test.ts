import { expect, test } from 'vitest'
import { isOwnEmail, newPassword } from './new-password.ts'

const sentenceOf = (password: string) => newPassword.safeParse(password).error?.issues[0]?.message

test.each([
  'Bridge-of-1',
  'correct horse battery staple',
  '一二三四五六七八',
  'x'.repeat(30) + 'y',
  'correct horse battery staple, and eleven lanterns over the river',
])('%s is accepted as a new password', (password) => {
  expect(sentenceOf(password)).toBeUndefined()
})

test.each([
  ['', '请输入密码'],
  ['short-1', '密码最少8个字符'],
  ['a1'.repeat(32) + 'b', '密码最多64个字符'],
  ['password', '密码过于常见，请换一个更安全的密码'],
  ['PassWord123', '密码过于常见，请换一个更安全的密码'],
  ['woaini1314', '密码过于常见，请换一个更安全的密码'],
  ['aaaaaaaaaa', '密码过于常见，请换一个更安全的密码'],
  ['abcabcabcab', '密码过于常见，请换一个更安全的密码'],
])('%s is rejected as a new password: %s', (password, sentence) => {
  expect(sentenceOf(password)).toBe(sentence)
})

test('the e-mail and its part before the @ are rejected as a password', () => {
  expect(isOwnEmail('LinWan1990', 'linwan1990@example.com')).toBe(true)
  expect(isOwnEmail('linwan1990@example.com', 'linwan1990@example.com')).toBe(true)
  expect(isOwnEmail('linwan1991', 'linwan1990@example.com')).toBe(false)
})
