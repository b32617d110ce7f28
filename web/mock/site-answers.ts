import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { api } from '#contract/api.ts'
import type { Answers } from './answer.ts'
import { setMockCookie } from './cookies.ts'

const CHALLENGE_S = 600

export const siteAnswers: Answers<typeof api.site> = {
  csrfToken() {
    const token = `mock.${crypto.randomUUID()}`
    setMockCookie('_csrf', token)
    return { token }
  },
  globalConfig: ({ type }) => ({
    type,
    items: [
      { platform: 'windows', label: 'Windows', url: 'https://download.example.com/setup.exe' },
      { platform: 'ios', label: 'iPhone 与 iPad', url: 'https://apps.example.com/ios' },
      { platform: 'web', label: '网页版', url: 'https://tools.example.com' },
    ],
  }),
  async captchaChallenge() {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 3,
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1000) + CHALLENGE_S,
      hmacSignatureSecret: 'mock',
      hmacKeySignatureSecret: 'mock-keys',
    })
    return { challenge: { ...challenge } }
  },
}
