import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { createAltcha } from '#server/gateways/captcha/altcha.ts'
import type { Sql } from '#server/db/sql.ts'

/** As hard puzzles as the shop gives under attack, but of hardly any work. */
const LIGHT = { cost: 1, guesses: 1 }

/**
 * Returns solved captchas without the work: what an attacker pays for, so that behind the captcha nothing is spared.
 * Each serves once, as the shop's own.
 */
export function createCaptchaSolver(sql: Sql, secretKey: string): () => Promise<string> {
  const altcha = createAltcha({ secretKey, sql, isUnderAttack: async () => true, work: LIGHT })
  return async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library reads what the library wrote
    const challenge = (await altcha.challenge()) as Parameters<
      typeof solveChallenge
    >[0]['challenge']
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
}
