import { randomBytes } from 'node:crypto'
import { isUniqueViolation, type Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { BatchFailures } from '../../jobs/batch-failures.ts'
import { deleteLoginNoticesElsewhere } from '../login-notice/login-notices.store.ts'
import { deleteSecondFactor, isFactorUsedSince } from '../second-factor/factors.store.ts'
import { endAccess, type RevokeAccessSince } from '../sessions/end-access.ts'
import { lockUser, setEmail, setPasswordHash } from '../users.store.ts'
import { notifyBegun, notifyDone } from './notify-customer.ts'
import {
  type EmailRecovery,
  listToHandle,
  lockRecovery,
  type RecoveryEndReason,
  recordStep,
  setEnded,
  setReminded,
} from './email-recoveries.store.ts'
import { endRecovery } from './end-recovery.ts'

/** So long before it is due the present address is told again. */
const REMIND_BEFORE_MS = 24 * 60 * 60 * 1000
const BATCH_SIZE = 100

type Needs = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content' | 'passwords'> & {
  revokeAccessSince: RevokeAccessSince
}

/** Carries out what is due, reminds present addresses, and stops what no longer fits its account. */
export async function runRecoveries(deps: Needs, signal: AbortSignal): Promise<void> {
  const now = deps.now()
  const remindUntil = new Date(now.getTime() + REMIND_BEFORE_MS)
  const remindedUntil = new Date(now.getTime() - REMIND_BEFORE_MS)
  const failures = new BatchFailures(deps.log)
  for (;;) {
    const found = await listToHandle(deps.sql, {
      ...{ now, remindUntil, remindedUntil, limit: BATCH_SIZE },
      except: failures.subjects,
    })
    for (const recovery of found) {
      if (signal.aborted) return
      await failures.guard(recovery.id, () => handleOrFail(deps, recovery, now))
    }
    if (found.length < BATCH_SIZE) return failures.throwAny()
  }
}

type Found = Pick<EmailRecovery, 'id' | 'userId'>

async function handleOrFail(deps: Needs, found: Found, now: Date): Promise<void> {
  try {
    await withLocks(deps, found, (tx, recovery) => handle(deps, tx, recovery, now))
  } catch (error) {
    if (!isUniqueViolation(error, 'users_email_unique')) throw error
    await withLocks(deps, found, (tx, recovery) =>
      endRecovery(deps, tx, recovery, { state: 'failed', reason: 'taken' }),
    )
  }
}

/** Runs the work unless the recovery has ended meanwhile, by a link or by another node. */
function withLocks(
  { sql }: Needs,
  { id, userId }: Found,
  work: (tx: Query, recovery: LockedRecovery) => Promise<void>,
): Promise<void> {
  return sql.begin(async (tx) => {
    const account = await lockUser(tx, userId)
    const recovery = await lockRecovery(tx, id)
    if (account !== null && recovery?.state === 'waiting') await work(tx, { ...recovery, account })
  })
}

type LockedRecovery = EmailRecovery & {
  account: NonNullable<Awaited<ReturnType<typeof lockUser>>>
}

async function handle(deps: Needs, tx: Query, recovery: LockedRecovery, now: Date): Promise<void> {
  const obstacle = await findObstacle(tx, recovery)
  if (obstacle !== null) {
    return endRecovery(deps, tx, recovery, { state: 'stopped', reason: obstacle })
  }
  const { id, newEmail, confirmedAt, remindedAt } = recovery
  // another turn may have reminded while this one waited for the lock
  const isRipe =
    recovery.dueAt <= now && (remindedAt?.getTime() ?? 0) <= now.getTime() - REMIND_BEFORE_MS
  if (remindedAt !== null && !isRipe) return
  // also after the shop was down for a while, nothing is changed that was not told twice
  if (remindedAt !== null) {
    if (newEmail === null) return removeFactor(deps, tx, recovery, now)
    if (confirmedAt !== null) return changeEmail(deps, tx, { ...recovery, newEmail }, now)
    return endRecovery(deps, tx, recovery, { state: 'failed', reason: 'unconfirmed' })
  }
  await setReminded(tx, id, now)
  const dueAt = new Date(Math.max(recovery.dueAt.getTime(), now.getTime() + REMIND_BEFORE_MS))
  const isBlocked = recovery.account.blockedAt !== null
  await notifyBegun(deps, tx, { ...recovery, dueAt }, { isAgain: true, isBlocked })
}

/** Why the account is not the one any more that the operators looked at. */
async function findObstacle(
  tx: Query,
  { account, userId, oldEmail, newEmail, createdAt }: LockedRecovery,
): Promise<RecoveryEndReason | null> {
  if (account.email !== oldEmail) return 'changed'
  if (account.closingAt !== null) return 'closing'
  if (newEmail !== null) return null
  // whoever uses or changes the factors has not lost them
  const isLost =
    account.secondFactorSince !== null && !(await isFactorUsedSince(tx, userId, createdAt))
  return isLost ? null : 'changed'
}

/**
 * Changes the address. Whoever reads the old mailbox may have reset the password and logged in, also long before the
 * rightful owner called: all access and all mailed links end, every key and grant is revoked, the password is nobody's,
 * and a second factor that was first set up since goes. A block stays, which may have other reasons.
 */
async function changeEmail(
  deps: Needs,
  tx: Query,
  recovery: LockedRecovery & { newEmail: string },
  now: Date,
): Promise<void> {
  const { account, userId, oldEmail, newEmail, createdAt, removesSecondFactor } = recovery
  await setEmail(tx, userId, { email: newEmail, now })
  const unknown = randomBytes(32).toString('base64')
  await setPasswordHash(tx, userId, await deps.passwords.hash(unknown, 'owner'))
  const isFactorNew = account.secondFactorSince !== null && account.secondFactorSince > createdAt
  if (removesSecondFactor || isFactorNew) await deleteSecondFactor(tx, userId)
  await endAccess(deps, tx, userId, { since: new Date(0), at: now, emails: [oldEmail, newEmail] })
  // the old mailbox is given up altogether
  await deleteLoginNoticesElsewhere(tx, userId, { email: newEmail, since: new Date(0) })
  await finish(deps, tx, recovery, now)
}

/** Takes the second factor away, which ends all sessions as each removal does; address, password and keys stay. */
async function removeFactor(
  deps: Needs,
  tx: Query,
  recovery: LockedRecovery,
  now: Date,
): Promise<void> {
  await deleteSecondFactor(tx, recovery.userId)
  await deleteSessionsOf(tx, recovery.userId)
  await finish(deps, tx, recovery, now)
}

async function finish(deps: Needs, tx: Query, recovery: LockedRecovery, now: Date): Promise<void> {
  await setEnded(tx, recovery.id, { state: 'done', reason: null, at: now })
  await recordStep(tx, recovery, { by: '系统', step: 'done' })
  await notifyDone(deps, tx, recovery, { isBlocked: recovery.account.blockedAt !== null })
}
