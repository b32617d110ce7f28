import type { OutputOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/account/second-factor.ts'
import type { SecondFactor } from '#contract/account/second-factor-fields.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { requireProof, type Session } from '../../http/sessions/session.ts'
import { deleteSessionsOf, lockSession, proveSession } from '../../http/sessions/sessions.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { renewCodes } from '../../second-factor/factors.ts'
import { customerFactors } from '../../second-factor/factors.store.ts'
import { showPasskey } from '../../second-factor/passkeys.ts'
import { lockUser } from '../users.store.ts'
import {
  deleteSecondFactor,
  findAuthenticator,
  findSecondFactorSince,
  updateSecondFactorSince,
} from './factors.store.ts'
import { secondFactorLimits } from './limits.ts'
import { type SecondFactorChange, secondFactorChangedMail } from './second-factor-mails.ts'

/**
 * Changes the user's factors and mails it, in one transaction. The first factor brings recovery codes; the last one
 * takes them along. The first factor, another authenticator and each removal end all other sessions.
 */
export async function changeFactors(
  deps: Deps,
  session: Session,
  change: SecondFactorChange,
  work: (tx: Query) => Promise<void>,
): Promise<OutputOf<typeof contract.setTotp>> {
  const { userId, tokenHash } = session
  const now = deps.now()
  requireProof(session, now)
  await deps.limits.consume(secondFactorLimits.changeFactors, userId)
  const codes = await deps.sql.begin(async (tx) => {
    const account = await lockUser(tx, userId)
    // a reset of the password may have ended the session meanwhile
    if (!account || !(await lockSession(tx, tokenHash))) throw new AppError('UNAUTHENTICATED')
    const before = account.secondFactorSince
    if (before !== null && !session.hasSecondFactor) throw new AppError('SECOND_FACTOR_REQUIRED')
    const replaces = change === 'totp-set' && (await findAuthenticator(tx, userId)) !== null
    await work(tx)
    const since = await updateSecondFactorSince(tx, userId, now)
    if (since === null) await deleteSecondFactor(tx, userId)
    const isFirst = before === null && since !== null
    if (isFirst) await proveSession(tx, tokenHash, now)
    if (isFirst || replaces || change.endsWith('removed'))
      await deleteSessionsOf(tx, userId, tokenHash)
    const mail = secondFactorChangedMail(deps, { change, isOn: since !== null })
    await queueMail(tx, { to: account.email, ...mail }, { userId })
    if (since === null && change === 'codes-renewed') throw new AppError('SECOND_FACTOR_MISSING')
    return isFirst || change === 'codes-renewed' ? renewCodes(customerFactors, tx, userId) : null
  })
  return {
    secondFactor: await readSecondFactor(deps, userId),
    ...(codes && { recoveryCodes: codes }),
  }
}

export async function readSecondFactor(
  { sql }: Pick<Deps, 'sql'>,
  userId: string,
): Promise<SecondFactor> {
  const [since, passkeys, authenticator, recoveryCodesLeft] = await Promise.all([
    findSecondFactorSince(sql, userId),
    customerFactors.listPasskeys(sql, userId),
    findAuthenticator(sql, userId),
    customerFactors.countRecoveryCodes(sql, userId),
  ])
  return {
    since: since?.toISOString() ?? null,
    passkeys: passkeys.map(showPasskey),
    totp: authenticator && { createdAt: authenticator.createdAt.toISOString() },
    recoveryCodesLeft,
  }
}
