import { type Challenge, createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import type { Query } from '../../db/sql.ts'
import { derivePurposeKey, secretKeysOf } from '../../http/keys.ts'
import type { Captcha } from './captcha.ts'
import { markCaptchaUsed } from './used-captchas.store.ts'

const LIFETIME_MS = 20 * 60 * 1000

/** `cost` is the PBKDF2 rounds of one guess; the solver makes between `guesses` and twice as many. */
export interface AltchaWork {
  cost: number
  guesses: number
}

/** Takes a browser 0.2 to 0.8 s. */
const EASY: AltchaWork = { cost: 2000, guesses: 1000 }
const HARD_FACTOR = 10

const payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.int(),
      keyLength: z.int(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      expiresAt: z.int(),
      data: z.object({ hard: z.boolean() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

interface AltchaParts {
  secretKey: string
  sql: Query
  isUnderAttack: () => Promise<boolean>
  work?: AltchaWork
}

/** The self-hosted captcha: a proof of work that the browser computes without the visitor. */
export function createAltcha({ secretKey, sql, isUnderAttack, work = EASY }: AltchaParts): Captcha {
  const secrets = secretsOf(secretKey)
  const allSecrets = secretKeysOf(secretKey).map(secretsOf)

  return {
    async challenge(): Promise<Challenge> {
      const hard = await isUnderAttack()
      const guesses = hard ? work.guesses * HARD_FACTOR : work.guesses
      return createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost: work.cost,
        counter: randomInt(guesses * 2, guesses),
        deriveKey,
        expiresAt: new Date(Date.now() + LIFETIME_MS),
        data: { hard },
      })
    },
    async verify(solution) {
      const given = payload.safeParse(decodeSolution(solution))
      if (!given.success) return false
      const checked = allSecrets.map((each) =>
        verifySolution({ ...given.data, ...each, deriveKey }),
      )
      if (!(await Promise.all(checked)).some(({ verified }) => verified)) return false
      const { nonce, expiresAt, data } = given.data.challenge.parameters
      // attackers may have collected easy puzzles in advance
      if (!data.hard && (await isUnderAttack())) return false
      return markCaptchaUsed(sql, nonce, new Date(expiresAt * 1000))
    },
  }
}

function secretsOf(secretKey: string) {
  const hexOf = (purpose: 'captcha' | 'captcha-solution') =>
    derivePurposeKey(secretKey, purpose).export().toString('hex')
  return {
    hmacSignatureSecret: hexOf('captcha'),
    hmacKeySignatureSecret: hexOf('captcha-solution'),
  }
}

function decodeSolution(solution: string): unknown {
  try {
    return JSON.parse(Buffer.from(solution, 'base64').toString('utf8'))
  } catch {
    return null
  }
}
