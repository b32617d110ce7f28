import { randomBytes } from 'node:crypto'
import { isUniqueViolation, type Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { BatchFailures } from '../../jobs/batch-failures.ts'
import { queueMail } from '../../mail/outbox.ts'
import { deleteCodes } from '../codes.store.ts'
import { deleteKnownDevices } from '../login/known-devices.store.ts'
import { deleteResetToken } from '../password/reset-tokens.store.ts'
import { deleteSecondFactor } from '../second-factor/factors.store.ts'
import { lockUser, setEmail, setPasswordHash } from '../users.store.ts'
import { createLink } from './begin-recovery.ts'
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
import { recoveredMail, recoveryDoneMail, recoveryReminderMail } from './recovery-mails.ts'

/** So long before the change the old address is told again. */
const REMIND_BEFORE_MS = 24 * 60 * 60 * 1000
const BATCH_SIZE = 100

/** Takes back what applications may do since a moment; the app passes it in. */
export type RevokeAccessSince = (
  tx: Query,
  userId: string,
  times: { since: Date; at: Date },
) => Promise<void>

type Needs = Pick<Deps, 'sql' | 'now' | 'log' | 'config' | 'content' | 'passwords'> & {
  revokeAccessSince: RevokeAccessSince
}

/** Makes the changes that are due, reminds old addresses, and stops what no longer fits its account. */
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
  const obstacle = obstacleOf(recovery)
  if (obstacle !== null) {
    return endRecovery(deps, tx, recovery, { state: 'stopped', reason: obstacle })
  }
  const { id, userId, oldEmail, confirmedAt, remindedAt } = recovery
  // also after the shop was down for a while, nothing is changed that was not told twice
  if (remindedAt !== null) {
    if (confirmedAt !== null) return carryOut(deps, tx, recovery, now)
    return endRecovery(deps, tx, recovery, { state: 'failed', reason: 'unconfirmed' })
  }
  await setReminded(tx, id, now)
  const stop = await createLink(tx, id, 'stop')
  const dueAt = new Date(Math.max(recovery.dueAt.getTime(), now.getTime() + REMIND_BEFORE_MS))
  const announced = { ...recovery, dueAt }
  await queueMail(tx, { to: oldEmail, ...recoveryReminderMail(deps, announced, stop) }, { userId })
}

/** Why the account is not the one any more that the operators looked at. */
function obstacleOf({ account, oldEmail }: LockedRecovery): RecoveryEndReason | null {
  if (account.email !== oldEmail) return 'changed'
  if (account.blockedAt !== null) return 'blocked'
  return account.closingAt === null ? null : 'closing'
}

/**
 * Changes the address. Whoever reads the old mailbox may have reset the password and logged in meanwhile: all sessions,
 * known devices, codes and reset links end, the password is nobody's, and keys and grants made since are taken back.
 */
async function carryOut(
  deps: Needs,
  tx: Query,
  { id, userId, oldEmail, newEmail, createdAt, removesSecondFactor }: EmailRecovery,
  now: Date,
): Promise<void> {
  await setEmail(tx, userId, { email: newEmail, now })
  const unknown = randomBytes(32).toString('base64')
  await setPasswordHash(tx, userId, await deps.passwords.hash(unknown, 'owner'))
  if (removesSecondFactor) await deleteSecondFactor(tx, userId)
  await deps.revokeAccessSince(tx, userId, { since: createdAt, at: now })
  await deleteSessionsOf(tx, userId)
  await deleteKnownDevices(tx, userId)
  await deleteResetToken(tx, userId)
  await deleteCodes(tx, userId, [oldEmail, newEmail])
  await setEnded(tx, id, { state: 'done', reason: null, at: now })
  await recordStep(tx, { by: '系统', step: 'done', userId, result: { recovery: id } })
  await queueMail(tx, { to: oldEmail, ...recoveryDoneMail(deps, newEmail) }, { userId })
  await queueMail(tx, { to: newEmail, ...recoveredMail(deps) }, { userId })
}
