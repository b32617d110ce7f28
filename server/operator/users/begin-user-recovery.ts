import { beginRecovery } from '../../account/email-recovery/begin-recovery.ts'
import { findWaiting } from '../../account/email-recovery/email-recoveries.store.ts'
import { lockUser } from '../../account/users.store.ts'
import { isUniqueViolation, type Query } from '../../db/sql.ts'
import { DEMO_DOMAIN } from '../../mail/outbox.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import type { Fact } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import { countText } from '../../lib/money-text.ts'
import type { FoundUser } from './users-search.store.ts'

/** What is checked before a recovery of a user who lost mailbox or second factor begins. */
export type RecoverableAccount = Pick<
  FoundUser,
  'id' | 'email' | 'blockedAt' | 'closingAt' | 'secondFactorSince'
>

/** What the operator can compare with what the caller says. */
export function recoveryFacts(
  { content }: Pick<OperatorContext, 'content'>,
  { createdAt, balance, orders, lastSeenAt, secondFactorSince }: FoundUser,
): Fact[] {
  const { timeZone } = content.site
  return [
    ['注册', timeText(createdAt, timeZone)],
    ['现有积分', countText(balance)],
    ['订单', `${countText(orders)} 笔`],
    ['最近活动', lastSeenAt && timeText(lastSeenAt, timeZone)],
    ['两步验证', secondFactorSince && `${timeText(secondFactorSince, timeZone)} 起`],
  ]
}

/** Throws unless mails reach the account and no recovery of it waits. */
export async function requireRecoverable(
  { content }: Pick<OperatorContext, 'content'>,
  sql: Query,
  { id, email, closingAt }: RecoverableAccount,
): Promise<void> {
  if (email === null) throw new Refusal('这个账户已经注销', { code: 'CLOSED' })
  if (email.endsWith(`@${DEMO_DOMAIN}`)) {
    throw new Refusal('演示数据里的用户收不到邮件', { code: 'DEMO' })
  }
  if (closingAt !== null) {
    throw new Refusal('账户等待注销，请先取消注销', { code: 'CLOSING' })
  }
  const waiting = await findWaiting(sql, id)
  if (waiting === null) return
  throw alreadyWaiting(
    waiting.newEmail === null ? '关闭两步验证' : '换绑邮箱',
    timeText(waiting.dueAt, content.site.timeZone),
  )
}

/** What the preview says of those who can stop it, and of what comes after it. */
export function blockedSentences({ blockedAt }: RecoverableAccount): string[] {
  if (blockedAt === null) return []
  return ['账户已停用：通知里没有停止的链接，只有我们能停止；生效之后仍停用，直到恢复账户']
}

export function requireFactor({ secondFactorSince }: RecoverableAccount): void {
  if (secondFactorSince !== null) return
  throw new Refusal('这位用户没有开启两步验证', { code: 'NO_FACTOR' })
}

interface UserRecovery {
  actionId: string
  /** Null: the address stays. */
  newEmail: string | null
  removesSecondFactor: boolean
  /** Throws when the account, which may have changed since the preview, does not fit. */
  check: (tx: Query, account: RecoverableAccount) => Promise<void>
}

/** Begins the recovery, unless the account changed since the preview. Returns when it is due. */
export async function beginUserRecovery(
  operator: OperatorContext,
  user: FoundUser,
  { check, ...given }: UserRecovery,
): Promise<Date> {
  const { sql, config, content, now } = operator
  try {
    return await sql.begin(async (tx) => {
      const account = await lockUser(tx, user.id)
      if (account === null) throw new Refusal('这个账户已经注销', { code: 'CLOSED' })
      await check(tx, { ...user, ...account })
      if (account.email !== user.email) {
        throw new Refusal('用户刚刚改了邮箱，请重新核实', { code: 'CHANGED' })
      }
      const isBlocked = account.blockedAt !== null
      // the preview has said who can stop it
      if (isBlocked !== (user.blockedAt !== null)) {
        throw new Refusal('账户刚刚停用或恢复，请重新预览', { code: 'CHANGED' })
      }
      const recovery = { userId: user.id, oldEmail: account.email, isBlocked, ...given }
      return beginRecovery({ config, content, now }, tx, recovery)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'email_recoveries_waiting')) throw error
    throw alreadyWaiting('换绑邮箱或关闭两步验证')
  }
}

function alreadyWaiting(what: string, dueAt?: string): Refusal {
  const until = dueAt === undefined ? '' : `，将在 ${dueAt} 生效`
  return new Refusal(`这位用户已经在${what}${until}；要改成别的，先停止`, { code: 'WAITING' })
}
