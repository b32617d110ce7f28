import { stopPassword, type LockedUser } from '../../account/users.store.ts'
import type { Query } from '../../db/sql.ts'
import { DEMO_DOMAIN } from '../../mail/outbox.ts'
import { dayText, timeText } from '../../lib/local-time.ts'
import { countText } from '../../lib/money-text.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import type { Fact } from '../report.ts'
import { accountClosed, lockOpenUser } from './find-user.ts'
import type { FoundUser } from './users-search.store.ts'

/**
 * What the operator can compare with what the caller says. Nothing that an intruder's calls change from second to second:
 * a preview that differs has to be agreed to anew.
 */
export function rescueFacts(
  { content }: Pick<OperatorContext, 'content'>,
  { createdAt, orders, lastSeenAt, secondFactorSince }: FoundUser,
): Fact[] {
  const { timeZone } = content.site
  return [
    ['注册', timeText(createdAt, timeZone)],
    ['订单', `${countText(orders)} 笔`],
    ['最近活动', lastSeenAt && dayText(lastSeenAt, timeZone)],
    ['两步验证', secondFactorSince && `${timeText(secondFactorSince, timeZone)} 起`],
  ]
}

type RescuedAccount = Pick<FoundUser, 'email' | 'closingAt'>

/** Throws unless mails reach the account and it stays. */
export function requireRescuable({ email, closingAt }: RescuedAccount): string {
  if (email === null) throw accountClosed()
  if (email.endsWith(`@${DEMO_DOMAIN}`)) {
    throw new Refusal('演示数据里的用户收不到邮件', { code: 'DEMO' })
  }
  if (closingAt !== null) {
    throw new Refusal('账户等待注销，请先取消注销', { code: 'CLOSING' })
  }
  return email
}

/**
 * Works on the locked account unless it changed since the preview, and stops its password: only somebody who reads the
 * account's mailbox sets a new one.
 */
export function rescueUser(
  { sql, now }: Pick<OperatorContext, 'sql' | 'now'>,
  user: FoundUser,
  work: (tx: Query, account: LockedUser, at: Date) => Promise<void>,
): Promise<void> {
  return sql.begin(async (tx) => {
    const account = await lockOpenUser(tx, user.id)
    requireRescuable(account)
    const at = now()
    // the preview named the address, and said who can undo it
    if (account.email !== user.email || isBlocked(account) !== isBlocked(user)) {
      throw new Refusal('用户的邮箱或停用状态刚刚变了，请重新预览', { code: 'CHANGED' })
    }
    await work(tx, account, at)
    await stopPassword(tx, user.id, at)
  })
}

export function isBlocked({ blockedAt }: Pick<FoundUser, 'blockedAt'>): boolean {
  return blockedAt !== null
}
