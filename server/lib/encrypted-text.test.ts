import { createDecipheriv } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptText, encryptText } from './encrypted-text.ts'
import { derivePurposeKey } from '../http/keys.ts'
import { RANDOM_KEY } from '../testing/settings.ts'

const PLAIN = 'JBSWY3DPEHPK3PXP'

test('an encrypted text is AES-256-GCM under a key of its purpose, different each time', () => {
  const stored = encryptText(RANDOM_KEY, 'console-code', PLAIN)
  const key = derivePurposeKey(RANDOM_KEY, 'console-code')
  const cipher = createDecipheriv('aes-256-gcm', key, stored.subarray(0, 12))
  cipher.setAuthTag(stored.subarray(12, 28))
  const text = Buffer.concat([cipher.update(stored.subarray(28)), cipher.final()])
  expect(text.toString()).toBe(PLAIN)
  expect(() => decryptText(RANDOM_KEY, 'push-target', stored)).toThrow()
  const [one, other] = [0, 1].map(() => encryptText(RANDOM_KEY, 'console-code', PLAIN))
  expect(one!.subarray(0, 12)).not.toEqual(other!.subarray(0, 12))
  expect(one!.subarray(28)).not.toEqual(other!.subarray(28))
})

test('a text that was altered at any byte is refused', () => {
  const stored = encryptText(RANDOM_KEY, 'console-code', PLAIN)
  for (const [index, byte] of stored.entries()) {
    const altered = Buffer.from(stored)
    altered[index] = byte ^ 1
    expect(() => decryptText(RANDOM_KEY, 'console-code', altered), `byte ${index}`).toThrow()
  }
  expect(decryptText(RANDOM_KEY, 'console-code', stored)).toBe(PLAIN)
})
