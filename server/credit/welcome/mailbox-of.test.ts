import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox-of.ts'

test.each([
  ['Ann@Example.com', 'ann@example.com'],
  ['ann+shop@example.com', 'ann@example.com'],
  ['ann+a+b@example.com', 'ann@example.com'],
  ['+ann@example.com', '+ann@example.com'],
  ['a@example.com', 'a@example.com'],
  ['a.n.n@example.com', 'a.n.n@example.com'],
  ['A.n.n+1@GoogleMail.com', 'ann@gmail.com'],
  ['ann@me.com', 'ann@icloud.com'],
  ['ann@mac.com', 'ann@icloud.com'],
  ['a.nn@pm.me', 'a.nn@proton.me'],
  ['10001@foxmail.com', '10001@foxmail.com'],
  ['ann@126.com', 'ann@126.com'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})
