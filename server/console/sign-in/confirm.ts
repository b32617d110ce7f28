import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/console/staff/sign-in.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { AppError } from '../../http/app-error.ts'
import { recordAction } from '../../operator/audit/actions.store.ts'
import { consoleActor } from '../actor.ts'
import type { ConsoleDeps } from '../deps.ts'
import { confirmedUntil, type OperatorSession } from '../sessions/sessions.ts'
import { confirmOperatorSession } from '../sessions/sessions.store.ts'
import { attempt } from '../../http/limits/attempt.ts'
import type { Bucket } from '../../http/limits/limit.ts'
import { consumeCode } from './authenticator.ts'
import { consumeChallenge, readChallenge, passkeySite } from './challenges.ts'
import { findCodeFactor, findPasskey } from './factors.store.ts'
import { confirmBuckets, confirmCodeBuckets } from './limits.ts'
import { consumePasskey } from '../../second-factor/factors.ts'
import { operatorFactors } from '../../second-factor/factors.store.ts'
import { passkeyIdIn, verifyPasskey } from '../../second-factor/passkeys.ts'

type Confirmed = OutputOf<typeof contract.confirmWithPasskey>

/** Confirms with a passkey of the very operator who is signed in. */
export function confirmWithPasskey(
  deps: ConsoleDeps,
  session: OperatorSession,
  { response }: InputOf<typeof contract.confirmWithPasskey>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Confirmed> {
  const { operatorId, tokenHash } = session
  return attemptToConfirm(deps, session, confirmBuckets(operatorId), async () => {
    const issued = readChallenge(deps, request, { what: 'confirm', who: operatorId })
    const passkey = await findPasskey(deps.sql, passkeyIdIn(response))
    if (passkey?.ownerId !== operatorId) {
      throw new AppError('PASSKEY_REFUSED', { message: '这不是您的通行密钥，请换一个' })
    }
    const newCounter = await verifyPasskey(passkeySite(deps), response, { ...issued, passkey })
    const now = deps.now()
    await deps.sql.begin(async (tx) => {
      await consumeChallenge(tx, reply, issued)
      await consumePasskey(operatorFactors, tx, passkey, { newCounter, now })
      await confirmOperatorSession(tx, tokenHash, now)
    })
    return { confirmedUntil: confirmedUntil({ confirmedAt: now }).toISOString() }
  })
}

export function confirmWithCode(
  deps: ConsoleDeps,
  session: OperatorSession,
  { code }: InputOf<typeof contract.confirmWithCode>,
): Promise<Confirmed> {
  return attemptToConfirm(deps, session, confirmCodeBuckets(session.operatorId), async () => {
    const now = deps.now()
    const factor = await findCodeFactor(deps.sql, session.email)
    await deps.sql.begin(async (tx) => {
      const isRight = factor !== null && (await consumeCode(deps, tx, factor, code))
      if (!isRight) {
        const sentence = '验证码不对'
        throw new AppError('VALIDATION', { message: sentence, fields: { code: sentence } })
      }
      await confirmOperatorSession(tx, session.tokenHash, now)
    })
    return { confirmedUntil: confirmedUntil({ confirmedAt: now }).toISOString() }
  })
}

/** A refused confirmation is written down: somebody may sit at an unlocked screen. */
function attemptToConfirm<T>(
  deps: ConsoleDeps,
  session: OperatorSession,
  buckets: readonly Bucket[],
  work: () => Promise<T>,
): Promise<T> {
  return attempt(deps, buckets, work, () =>
    recordAction(deps.sql, {
      ...consoleActor(session),
      command: 'console confirm',
      given: {},
      subject: null,
      reason: null,
      outcome: 'refused',
      result: {},
    }),
  )
}
