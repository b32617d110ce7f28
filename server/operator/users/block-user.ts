import { setBlocked } from '../../account/users.store.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import { countText } from '../../lib/money-text.ts'
import { lockOpenUser, requireUser, userAddress, userArgument, userLabel } from './find-user.ts'
import type { FoundUser } from './users-search.store.ts'

export const blockUserCommand = defineCommand({
  name: 'users block',
  summary: '停用用户的账户，直到恢复',
  console: { title: '停用账户', permission: 'own' },
  notes: [
    '所有设备马上退出；不能登录、下单，应用和密钥不能新预留或扣费。登录时密码正确才会看到“这个账户已被停用，请联系客服”。',
    '积分、订单、密钥和授权都保留，恢复后照旧。已经发出的付款照常到账，已经开始的预留仍可扣费，退款不受影响。',
    '停用期间不会注销，到期的也等到恢复。',
  ],
  arguments: { user: userArgument },
  options: { reason: requiredText('原因', '为什么停用，记入操作记录，用户在导出的数据里能看到') },
  async run(operator, { user: userRef, reason }) {
    const user = await requireUser(operator, userRef)
    if (user.blockedAt !== null) throw alreadyBlocked(operator, user.blockedAt)
    const at = await performAction(operator, {
      subject: user.id,
      reason,
      preview: {
        // no figures: an intruder who spends or logs in would change them before the operator has agreed
        sentences: [
          `将停用 ${userAddress(user)} 的账户，所有设备马上退出登录`,
          ...(user.closingAt === null ? [] : ['停用期间不会注销']),
        ],
      },
      work: () => block(operator, user),
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
  ],
  arguments: { user: userArgument },
  options: { reason: requiredText('原因', '为什么恢复，记入操作记录，用户在导出的数据里能看到') },
  async run(operator, { user: userRef, reason }) {
    const { content, now } = operator
    const { timeZone } = content.site
    const user = await requireUser(operator, userRef)
    if (user.blockedAt === null) throw new Refusal('这个账户没有停用', { code: 'NOT_BLOCKED' })
    await performAction(operator, {
      subject: user.id,
      reason,
      preview: {
        facts: [
          ['现有积分', countText(user.balance)],
          ['订单', `${countText(user.orders)} 笔`],
          ['停用于', timeText(user.blockedAt, timeZone)],
        ],
        sentences: [
          `将恢复 ${userLabel(user)}的账户`,
          ...closingSentences(user.closingAt, { now: now(), timeZone }),
        ],
      },
      work: () => unblock(operator, user),
    })
    return {
      isFinal: true,
      data: { userId: user.id },
      ...reported({ sentences: [`${userLabel(user)}的账户已恢复`] }),
    }
  },
})

function closingSentences(
  closingAt: Date | null,
  { now, timeZone }: { now: Date; timeZone: string },
): string[] {
  if (closingAt === null) return []
  const when = closingAt <= now ? '马上' : `在 ${timeText(closingAt, timeZone)} `
  return [`账户等待注销，恢复之后会${when}注销；要保留，请先取消注销`]
}

/** Blocks the account and ends its sessions; a login that is under way waits and is refused. */
function block({ sql, content, now }: OperatorContext, user: FoundUser): Promise<Date> {
  return sql.begin(async (tx) => {
    const account = await lockOpenUser(tx, user.id)
    if (account.blockedAt !== null) throw alreadyBlocked({ content }, account.blockedAt)
    const at = now()
    await setBlocked(tx, user.id, at)
    await deleteSessionsOf(tx, user.id)
    return at
  })
}

function unblock({ sql }: OperatorContext, user: FoundUser): Promise<void> {
  return sql.begin(async (tx) => {
    const account = await lockOpenUser(tx, user.id)
    if (account.blockedAt === null) throw new Refusal('这个账户没有停用', { code: 'NOT_BLOCKED' })
    await setBlocked(tx, user.id, null)
  })
}

function alreadyBlocked({ content }: Pick<OperatorContext, 'content'>, at: Date): Refusal {
  return new Refusal(`这个账户已经在 ${timeText(at, content.site.timeZone)} 停用`, {
    code: 'BLOCKED',
  })
}
