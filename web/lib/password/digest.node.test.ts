import { afterEach, expect, test, vi } from 'vitest'
import { passwordDigest as passwordDigestRule } from '#contract/fields.ts'
import { passwordDigest } from './digest.ts'

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
