import { afterEach, expect, test, vi } from 'vitest'
import { passwordDigest as passwordDigestRule } from '#contract/fields.ts'
import { passwordDigest } from './digest.ts'

afterEach(() => void vi.unstubAllGlobals())

test.for([true, false])(
  '§5 digest: it is base64 of SHA-256 over UTF-8, whether by https (%s) or not',
  async (isSecure) => {
    vi.stubGlobal('isSecureContext', isSecure)
    const digest = vi.spyOn(crypto.subtle, 'digest')
    expect(await passwordDigest('password')).toBe('XohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg=')
    expect(digest).toHaveBeenCalledTimes(isSecure ? 1 : 0)
    digest.mockRestore()
  },
)

test.for(['correct horse', '密码很长很长', '🔑🔑🔑🔑🔑🔑🔑🔑', ' spaces '])(
  '§5 digest: WebCrypto agrees on %j, and the contract takes it',
  async (password) => {
    const byWebCrypto = await passwordDigest(password)
    vi.stubGlobal('isSecureContext', false)
    expect(await passwordDigest(password)).toBe(byWebCrypto)
    expect(passwordDigestRule.safeParse(byWebCrypto).success).toBe(true)
  },
)
