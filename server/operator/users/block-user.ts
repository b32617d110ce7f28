import { findWaiting } from '../../account/email-recovery/email-recoveries.store.ts'
import { lockUser, setBlocked } from '../../account/users.store.ts'
import type { Query } from '../../db/sql.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import { countText } from '../../lib/money-text.ts'
import { requireUser, userArgument, userLabel } from './find-user.ts'
import type { FoundUser } from './users-search.store.ts'

export const blockUserCommand = defineCommand({
  name: 'users block',
  summary: '停用用户的账户，直到恢复',
  console: { title: '停用账户', permission: 'own' },
  notes: [
    '所有设备马上退出；不能登录、下单，应用和密钥不能新预留或扣费。登录时密码正确才会看到“这个账户已被停用，请联系客服”。',
    '积分、订单、密钥和授权都保留，恢复后照旧。已经发出的付款照常到账，已经开始的预留仍可扣费，退款不受影响。',
    '停用期间不会注销，到期的也等到恢复。等待生效的换绑邮箱或关闭两步验证照常进行，用户不能再用链接停止，所以在控制台要另一位签字，没有这样的同事时才不用。',
  ],
  arguments: { user: userArgument },
  options: { reason: requiredText('原因', '为什么停用，记入操作记录，用户在导出的数据里能看到') },
  async run(operator, { user: userRef, reason }) {
    const user = await requireUser(operator, userRef)
    if (user.blockedAt !== null) throw alreadyBlocked(operator, user.blockedAt)
    const hasRecovery = (await findWaiting(operator.sql, user.id)) !== null
    const at = await performAction(operator, {
      subject: user.id,
      reason,
      preview: {
        facts: factsOf(user),
        sentences: [
          `将停用 ${userLabel(user)}的账户，${user.sessions} 台设备马上退出登录`,
          ...(user.closingAt === null ? [] : ['停用期间不会注销']),
          ...(hasRecovery
            ? ['等待生效的换绑邮箱或关闭两步验证照常进行，用户不能再用链接停止']
            : []),
        ],
      },
      // who signed the recovery was told that the customer can stop it
      needsSignature: hasRecovery,
      work: () => block(operator, user, { hasRecovery }),
      toAuditResult: () => ({ sessions: user.sessions }),
    })
    return {
      isFinal: true,
      data: { userId: user.id, blockedAt: at },
      ...reported({ sentences: [`${userLabel(user)}的账户已停用`] }),
    }
  },
})

export const unblockUserCommand = defineCommand({
  name: 'users unblock',
  summary: '恢复被停用的账户',
  console: { title: '恢复账户', permission: 'own' },
  notes: [
    '马上可以重新登录；密钥和授权照旧有效。到期的注销会马上进行，要保留账户，先用 users keep。',
    '换绑邮箱或关闭两步验证还在等待生效的，等到生效之后，或者先停止。',
  ],
  arguments: { user: userArgument },
  options: { reason: requiredText('原因', '为什么恢复，记入操作记录，用户在导出的数据里能看到') },
  async run(operator, { user: userRef, reason }) {
    const { sql, content, now } = operator
    const { timeZone } = content.site
    const user = await requireUser(operator, userRef)
    if (user.blockedAt === null) throw new Refusal('这个账户没有停用', { code: 'NOT_BLOCKED' })
    await requireNoRecovery(operator, sql, user.id)
    await performAction(operator, {
      subject: user.id,
      reason,
      preview: {
        facts: [...factsOf(user), ['停用于', timeText(user.blockedAt, timeZone)] as const],
        sentences: [
          `将恢复 ${userLabel(user)}的账户`,
          ...closingSentences(user.closingAt, { now: now(), timeZone }),
        ],
      },
      work: () => unblock(operator, user),
      toAuditResult: () => ({}),
    })
    return {
      isFinal: true,
      data: { userId: user.id },
      ...reported({ sentences: [`${userLabel(user)}的账户已恢复`] }),
    }
  },
})

function factsOf({ balance, orders }: FoundUser) {
  return [
    ['现有积分', countText(balance)],
    ['订单', `${countText(orders)} 笔`],
  ] as const
}

function closingSentences(
  closingAt: Date | null,
  { now, timeZone }: { now: Date; timeZone: string },
): string[] {
  if (closingAt === null) return []
  const when = closingAt <= now ? '马上' : `在 ${timeText(closingAt, timeZone)} `
  return [`账户等待注销，恢复之后会${when}注销；要保留，请先取消注销`]
}

/** A thief of the mailbox, or of the account, must not be able to stop what began while the account was blocked. */
async function requireNoRecovery(
  { content }: Pick<OperatorContext, 'content'>,
  sql: Query,
  userId: string,
): Promise<void> {
  const waiting = await findWaiting(sql, userId)
  if (waiting === null) return
  const what = waiting.newEmail === null ? '关闭两步验证' : '换绑邮箱'
  const until = timeText(waiting.dueAt, content.site.timeZone)
  throw new Refusal(`${what}将在 ${until} 生效，请等到之后再恢复，或者先停止`, { code: 'WAITING' })
}

/** Blocks the account and ends its sessions; a login that is under way waits and is refused. */
function block(
  { sql, content, now }: OperatorContext,
  user: FoundUser,
  { hasRecovery }: { hasRecovery: boolean },
): Promise<Date> {
  return sql.begin(async (tx) => {
    const account = await lockUser(tx, user.id)
    if (account === null) throw new Refusal('这个账户已经注销', { code: 'CLOSED' })
    if (account.blockedAt !== null) throw alreadyBlocked({ content }, account.blockedAt)
    if (((await findWaiting(tx, user.id)) !== null) !== hasRecovery) {
      throw new Refusal('换绑邮箱或关闭两步验证刚刚开始或结束，请重新预览', { code: 'CHANGED' })
    }
    const at = now()
    await setBlocked(tx, user.id, at)
    await deleteSessionsOf(tx, user.id)
    return at
  })
}

function unblock({ sql, content }: OperatorContext, user: FoundUser): Promise<void> {
  return sql.begin(async (tx) => {
    const account = await lockUser(tx, user.id)
    if (account === null) throw new Refusal('这个账户已经注销', { code: 'CLOSED' })
    if (account.blockedAt === null) throw new Refusal('这个账户没有停用', { code: 'NOT_BLOCKED' })
    await requireNoRecovery({ content }, tx, user.id)
    await setBlocked(tx, user.id, null)
  })
}

function alreadyBlocked({ content }: Pick<OperatorContext, 'content'>, at: Date): Refusal {
  return new Refusal(`这个账户已经在 ${timeText(at, content.site.timeZone)} 停用`, {
    code: 'BLOCKED',
  })
}
