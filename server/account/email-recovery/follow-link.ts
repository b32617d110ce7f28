import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { hashToken } from '../../http/sessions/session.ts'
import { accountLimits } from '../limits.ts'
import { lockUser, type LockedUser } from '../users.store.ts'
import {
  type EmailRecovery,
  findByLink,
  type LinkPurpose,
  lockRecovery,
  recordStep,
  setConfirmed,
} from './email-recoveries.store.ts'
import { endRecovery } from './end-recovery.ts'

type Needs = Pick<Deps, 'sql' | 'now' | 'config' | 'content' | 'limits'>

/**
 * Stops it by the link in the present mailbox. A second time changes nothing; TOKEN_EXPIRED once it is made,
 * ACCOUNT_BLOCKED while operators block the account.
 */
export async function stopByLink(deps: Needs, token: string, ip: string): Promise<void> {
  await follow(deps, { token, ip, purpose: 'stop' }, async (tx, recovery, account) => {
    if (recovery.state === 'waiting') {
      if (account?.blockedAt != null) throw new AppError('ACCOUNT_BLOCKED')
      await endRecovery(deps, tx, recovery, { state: 'stopped', reason: 'user' })
    } else if (recovery.state !== 'stopped') throw new AppError('TOKEN_EXPIRED')
  })
}

/** Proves that the new mailbox is read. Returns when the change is due; TOKEN_EXPIRED when it has ended. */
export function confirmByLink(deps: Needs, token: string, ip: string): Promise<Date> {
  return follow(deps, { token, ip, purpose: 'confirm' }, async (tx, recovery) => {
    const { id, state, confirmedAt, dueAt } = recovery
    if (state !== 'waiting') throw new AppError('TOKEN_EXPIRED')
    if (confirmedAt !== null) return dueAt
    await setConfirmed(tx, id, deps.now())
    await recordStep(tx, recovery, { by: '用户', step: 'confirm' })
    return dueAt
  })
}

async function follow<T>(
  { sql, limits }: Needs,
  { token, ip, purpose }: { token: string; ip: string; purpose: LinkPurpose },
  work: (tx: Query, recovery: EmailRecovery, account: LockedUser | null) => Promise<T>,
): Promise<T> {
  await limits.consumeAll(addressBuckets(accountLimits.linkIp, ip))
  const found = await findByLink(sql, hashToken(token), purpose)
  if (found === null) throw new AppError('TOKEN_EXPIRED')
  return sql.begin(async (tx) => {
    const account = await lockUser(tx, found.userId)
    const recovery = await lockRecovery(tx, found.id)
    if (recovery === null) throw new AppError('TOKEN_EXPIRED')
    return work(tx, recovery, account)
  })
}
