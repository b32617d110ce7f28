import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { hashToken } from '../../http/sessions/session.ts'
import { accountLimits } from '../limits.ts'
import { lockUser } from '../users.store.ts'
import {
  type EmailRecovery,
  findByLink,
  findWaiting,
  type LinkPurpose,
  lockRecovery,
  recordStep,
  setConfirmed,
} from './email-recoveries.store.ts'
import { endRecovery } from './end-recovery.ts'

type Needs = Pick<Deps, 'sql' | 'now' | 'config' | 'content' | 'limits'>

/** Stops the change by the link in the old mailbox. A second time changes nothing; TOKEN_EXPIRED once it is made. */
export async function stopByLink(deps: Needs, token: string, ip: string): Promise<void> {
  await follow(deps, { token, ip, purpose: 'stop' }, async (tx, recovery) => {
    if (recovery.state === 'waiting') {
      await endRecovery(deps, tx, recovery, { state: 'stopped', reason: 'user' })
    } else if (recovery.state !== 'stopped') throw new AppError('TOKEN_EXPIRED')
  })
}

/** Proves that the new mailbox is read. Returns when the change is due; TOKEN_EXPIRED when it has ended. */
export function confirmByLink(deps: Needs, token: string, ip: string): Promise<Date> {
  return follow(deps, { token, ip, purpose: 'confirm' }, async (tx, recovery) => {
    const { id, userId, state, confirmedAt, dueAt } = recovery
    if (state !== 'waiting') throw new AppError('TOKEN_EXPIRED')
    if (confirmedAt !== null) return dueAt
    await setConfirmed(tx, id, deps.now())
    await recordStep(tx, { by: '用户', step: 'confirm', userId, result: { recovery: id } })
    return dueAt
  })
}

/** Stops the change that waits for a user who is logged in; false when none waits. */
export function stopOwn(deps: Omit<Needs, 'limits'>, userId: string): Promise<boolean> {
  return deps.sql.begin(async (tx) => {
    const recovery = await lockWaiting(tx, userId)
    if (recovery === null) return false
    await endRecovery(deps, tx, recovery, { state: 'stopped', reason: 'user' })
    return true
  })
}

/** Locks the user and the recovery that waits; null when none does. */
export async function lockWaiting(tx: Query, userId: string): Promise<EmailRecovery | null> {
  await lockUser(tx, userId)
  const found = await findWaiting(tx, userId)
  const recovery = found && (await lockRecovery(tx, found.id))
  return recovery?.state === 'waiting' ? recovery : null
}

async function follow<T>(
  { sql, limits }: Needs,
  { token, ip, purpose }: { token: string; ip: string; purpose: LinkPurpose },
  work: (tx: Query, recovery: EmailRecovery) => Promise<T>,
): Promise<T> {
  await limits.consumeAll(addressBuckets(accountLimits.linkIp, ip))
  const found = await findByLink(sql, hashToken(token), purpose)
  if (found === null) throw new AppError('TOKEN_EXPIRED')
  return sql.begin(async (tx) => {
    await lockUser(tx, found.userId)
    const recovery = await lockRecovery(tx, found.id)
    if (recovery === null) throw new AppError('TOKEN_EXPIRED')
    return work(tx, recovery)
  })
}
