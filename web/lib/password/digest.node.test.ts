import { afterEach, expect, test, vi } from 'vitest'
import { knownPassword, passwordDigest as passwordDigestRule } from '#contract/fields.ts'
import { knownPasswordDigest, passwordDigest } from './digest.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** By https, where there is WebCrypto, or by plain http. */
function digestBy(scheme: 'https' | 'http', password: string) {
  vi.stubGlobal('isSecureContext', scheme === 'https')
  return passwordDigest(password)
}

test('§5 digest: it is base64 of SHA-256 over UTF-8, by https from WebCrypto and by http without it', async () => {
  const digest = vi.spyOn(crypto.subtle, 'digest')
  const expected = 'XohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg='
  expect(await digestBy('http', 'password')).toBe(expected)
  expect(digest).not.toHaveBeenCalled()
  expect(await digestBy('https', 'password')).toBe(expected)
  expect(digest).toHaveBeenCalledTimes(1)
})

test('§5 digest: both ways agree on every kind of text, and the contract takes it', async () => {
  for (const password of ['correct horse', '密码很长很长', '🔑🔑🔑🔑🔑🔑🔑🔑', ' spaces ']) {
    const byWebCrypto = await digestBy('https', password)
    expect(await digestBy('http', password), password).toBe(byWebCrypto)
    expect(passwordDigestRule.safeParse(byWebCrypto).success).toBe(true)
  }
})

test('a password is one whether its accents are composed; where it is compared, the form as typed follows', async () => {
  vi.stubGlobal('isSecureContext', true)
  const typed = 'mật khẩu bí mật'
  const composed = await passwordDigest(typed.normalize('NFC'))
  expect(await passwordDigest(typed.normalize('NFD'))).toBe(composed)
  expect(await knownPasswordDigest(typed.normalize('NFC'))).toBe(composed)
  const both = await knownPasswordDigest(typed.normalize('NFD'))
  expect(both.split(' ')[0]).toBe(composed)
  expect(knownPassword.safeParse(both).success).toBe(true)
})
