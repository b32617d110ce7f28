import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import type { Bucket } from '../../http/limits/limit.ts'
import {
  fingerprintSecret,
  matchSealedStep,
  newTotp,
  type NewTotp,
  openTicket as openTotpTicket,
  type TotpKeys,
  usedCodeSentence,
} from '../../second-factor/totp.ts'
import type { ConsoleDeps } from '../deps.ts'
import { type CodeFactor, useCodeStep } from './factors.store.ts'
import { codeDayBucket } from './limits.ts'

type Keys = Pick<ConsoleDeps, 'config' | 'now'>

/** A secret for an operator's authenticator app; its ticket is good for `who`. */
export function newAuthenticator(
  deps: Keys & Pick<ConsoleDeps, 'content'>,
  { who, email }: { who: string; email: string },
): Promise<NewTotp> {
  const issuer = `${deps.content.site.name} 控制台`
  return newTotp(keysOf(deps), { who, issuer, label: email })
}

/** The secret of a ticket, encrypted for the database, when the code is one of it. Throws VALIDATION. */
export async function openTicket(
  deps: Keys,
  given: { ticket: string; who: string; code: string },
): Promise<{ codeSecret: Buffer; step: number }> {
  const { sealedSecret, step } = await openTotpTicket(keysOf(deps), given)
  return { codeSecret: sealedSecret, step }
}

/** Whether the code is a new one of this operator; uses it up. Throws VALIDATION for one that was used. */
export async function consumeCode(
  deps: Keys,
  tx: Query,
  factor: Pick<CodeFactor, 'operatorId' | 'passwordHash' | 'codeSecret'>,
  code: string,
): Promise<boolean> {
  const { codeSecret } = factor
  const step = codeSecret === null ? null : await matchSealedStep(keysOf(deps), codeSecret, code)
  if (step === null) return false
  if (await useCodeStep(tx, factor, step)) return true
  const sentence = usedCodeSentence(deps.now())
  throw new AppError('VALIDATION', { message: sentence, fields: { code: sentence } })
}

/** Counts the day's wrong codes of the operator's authenticator. */
export function codeBucket(
  deps: Keys,
  { operatorId, codeSecret }: Pick<CodeFactor, 'operatorId' | 'codeSecret'>,
): Bucket {
  return codeDayBucket(
    operatorId,
    codeSecret === null ? '' : fingerprintSecret(keysOf(deps), codeSecret),
  )
}

function keysOf({ config, now }: Keys): TotpKeys {
  return { secretKey: config.secretKey, purpose: 'console-code', now: now() }
}
