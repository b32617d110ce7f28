import type { FastifyReply, FastifyRequest } from 'fastify'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/account/second-factor.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { attempt } from '../../http/limits/attempt.ts'
import { consumePasskey } from '../../second-factor/factors.ts'
import { customerFactors } from '../../second-factor/factors.store.ts'
import {
  passkeyIdIn,
  type PasskeySite,
  requestOptions,
  verifyPasskey,
} from '../../second-factor/passkeys.ts'
import { hashRecoveryCode } from '../../second-factor/recovery-codes.ts'
import { matchSealedStep, type TotpKeys, usedCodeSentence } from '../../second-factor/totp.ts'
import { consumeCodeStep, findAuthenticator } from './factors.store.ts'
import { proofBuckets, type ProofMethod } from './limits.ts'
import { CHALLENGE_COOKIE, clearChallengeCookie, setChallengeCookie } from '../../http/cookies.ts'
import { createChallenges } from '../../second-factor/challenges.ts'

export interface Browser {
  request: FastifyRequest
  reply: FastifyReply
}

/** Who proves, and for what. */
export interface Prover {
  userId: string
  what: Extract<ChallengePurpose, 'login' | 'prove'>
  /** Hash of the device's token when the account's owner has logged in with it before, else null. */
  knownDevice: Buffer | null
}

export type Proof = InputOf<typeof contract.proveSecondFactor>

/** Uses the proof up in the transaction of what it allows; throws when it was used meanwhile. */
export type ConsumeProof = (tx: Query) => Promise<void>

/** How the user can prove the second factor; with a passkey, a challenge for it begins in this browser. */
export async function beginProof(
  deps: Deps,
  { userId, what }: Omit<Prover, 'knownDevice'>,
  reply: FastifyReply,
): Promise<OutputOf<typeof contract.beginSecondFactorProof>> {
  const [authenticator, allowed] = await Promise.all([
    findAuthenticator(deps.sql, userId),
    customerFactors.listPasskeys(deps.sql, userId),
  ])
  const hasTotp = authenticator !== null
  if (allowed.length === 0) return { hasTotp, passkeyOptions: null }
  const challenge = issueChallenge(deps, reply, { what, who: userId })
  const options = await requestOptions(passkeySite(deps), { challenge, allowed })
  return { hasTotp, passkeyOptions: { ...options } }
}

/**
 * Checks the proof and runs the work, which consumes it in its transaction. A wrong proof counts against the limits of
 * its method. Throws CODE_WRONG, PASSKEY_REFUSED, RATE_LIMITED.
 */
export async function withProof<T>(
  deps: Deps,
  prover: Prover,
  proof: Proof,
  browser: Browser,
  work: (consume: ConsumeProof) => Promise<T>,
): Promise<T> {
  const method = methodOf(proof)
  const buckets = proofBuckets(method, { ...prover, ip: browser.request.ip })
  return attempt(deps, buckets, async () => {
    if (proof.passkey !== undefined) {
      return work(await checkPasskey(deps, prover, proof.passkey, browser))
    }
    if (proof.totp !== undefined) return work(await checkTotp(deps, prover, proof.totp))
    const hash = hashRecoveryCode(proof.recoveryCode ?? '')
    return work(async (tx) => {
      if (!(await customerFactors.consumeRecoveryCode(tx, prover.userId, hash))) {
        throw wrongCode('recoveryCode', '恢复码不正确，或已使用')
      }
    })
  })
}

/** Which of the three was given. Throws VALIDATION for none and for several. */
export function methodOf(proof: Proof): ProofMethod {
  const given = (['passkey', 'totp', 'recoveryCode'] as const).filter(
    (method) => proof[method] !== undefined,
  )
  const [method] = given
  if (method === undefined || given.length > 1) {
    throw new AppError('VALIDATION', { message: '请选择一种方式完成两步验证' })
  }
  return method
}

async function checkPasskey(
  deps: Deps,
  { userId, what }: Prover,
  response: Record<string, unknown>,
  { request, reply }: Browser,
): Promise<ConsumeProof> {
  const issued = readChallenge(deps, request, { what, who: userId })
  const known = await customerFactors.listPasskeys(deps.sql, userId)
  const passkey = known.find(({ id }) => id === passkeyIdIn(response))
  if (passkey === undefined) {
    throw new AppError('PASSKEY_REFUSED', { message: '该通行密钥不属于此账户，请更换' })
  }
  const { challenge } = issued
  const newCounter = await verifyPasskey(passkeySite(deps), response, { challenge, passkey })
  return async (tx) => {
    await consumeChallenge(tx, reply, issued)
    await consumePasskey(customerFactors, tx, passkey, { newCounter, now: deps.now() })
  }
}

async function checkTotp(deps: Deps, { userId }: Prover, code: string): Promise<ConsumeProof> {
  const authenticator = await findAuthenticator(deps.sql, userId)
  const step =
    authenticator === null
      ? null
      : await matchSealedStep(totpKeys(deps), authenticator.secret, code)
  if (authenticator === null || step === null) {
    throw wrongCode('totp', '验证码不正确，请核对手机时间后重新输入')
  }
  const { secret } = authenticator
  return async (tx) => {
    if (await consumeCodeStep(tx, { userId, secret, step })) return
    throw wrongCode('totp', usedCodeSentence(deps.now()))
  }
}

/** The shop as the site that its customers' passkeys belong to. */
export function passkeySite({ config, content, log }: Deps): PasskeySite {
  return { name: content.site.name, url: config.publicUrl, log }
}

export function totpKeys({ config, now }: Pick<Deps, 'config' | 'now'>): TotpKeys {
  return { secretKey: config.secretKey, purpose: 'customer-code', now: now() }
}

function wrongCode(field: 'totp' | 'recoveryCode', sentence: string): AppError {
  return new AppError('CODE_WRONG', { message: sentence, fields: { [field]: sentence } })
}

/** What a challenge is good for; `who` is the user's id. */
type ChallengePurpose = 'login' | 'prove' | 'add'

export const { issueChallenge, readChallenge, consumeChallenge } =
  createChallenges<ChallengePurpose>({
    purpose: 'customer-challenge',
    cookie: CHALLENGE_COOKIE,
    setCookie: setChallengeCookie,
    clearCookie: clearChallengeCookie,
    use: customerFactors.useChallenge,
  })
