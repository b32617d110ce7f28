import { expect, test } from 'vitest'
import { passwordDigest as passwordDigestRule } from '#contract/fields.ts'
import { passwordDigest } from './digest.ts'

test('§5 digest: it is base64 of SHA-256 over UTF-8', () => {
  expect(passwordDigest('password')).toBe('XohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg=')
})

test.for(['correct horse', '密码很长很长', '🔑🔑🔑🔑🔑🔑🔑🔑', ' spaces '])(
  '§5 digest: WebCrypto agrees on %j, and the contract takes it',
  async (password) => {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(password))
    const expected = btoa(String.fromCharCode(...new Uint8Array(bytes)))
    expect(passwordDigest(password)).toBe(expected)
    expect(passwordDigestRule.safeParse(expected).success).toBe(true)
  },
)
