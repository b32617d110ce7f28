import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { Payload } from 'altcha-lib/types'
import { api } from '#contract/api.ts'
import { reply } from './network.ts'

const secrets = { hmacSignatureSecret: 'signs', hmacKeySignatureSecret: 'signs-keys' }

/** The server hands out real challenges that are cheap to solve; returns how many it handed out. */
export function handOutChallenges(lifetimeS = 600): { count: number } {
  const handedOut = { count: 0 }
  reply(api.site.captchaChallenge, async () => {
    handedOut.count += 1
    const challenge = await createChallenge({
      ...secrets,
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      counter: 3,
      deriveKey,
      expiresAt: Math.floor(Date.now() / 1000) + lifetimeS,
    })
    return Response.json({ statusCode: 200, message: 'ok', data: { challenge } })
  })
  return handedOut
}

/** Whether the server would accept a solution. */
export async function isSolved(captcha: string): Promise<boolean> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page is trusted in its own test
  const { challenge, solution } = JSON.parse(atob(captcha)) as Payload
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
  return verified
}
