import { email as emailRule } from '#contract/fields.ts'
import { beginRecovery } from '../../account/email-recovery/begin-recovery.ts'
import { findWaiting } from '../../account/email-recovery/email-recoveries.store.ts'
import { findUserId, lockUser } from '../../account/users.store.ts'
import { isUniqueViolation, type Query } from '../../db/sql.ts'
import { DEMO_DOMAIN } from '../../mail/outbox.ts'
import { defineCommand } from '../command.ts'
import { Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { flag, type Parameter, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { countText, timeText } from '../terminal/format.ts'
import { requireUser, userArgument, userLabel } from './find-user.ts'
import type { FoundUser } from './users-search.store.ts'

const newEmail: Parameter<string> = {
  value: '新邮箱',
  help: '用户现在用的邮箱，会收到一封确认信',
  isRequired: true,
  isPersonal: true,
  field: { kind: 'email' },
  read(given) {
    const { data, success } = emailRule.safeParse(given ?? '')
    if (!success) throw wrongUsage('应为邮箱地址')
    return data
  },
}

export const changeUserEmailCommand = defineCommand({
  name: 'users change-email',
  summary: '替收不到原邮箱的用户换绑邮箱，72 小时后生效',
  console: { title: '换绑邮箱', permission: 'own', isAlwaysSigned: true },
  notes: [
    '每次都要另一位所有者或财务签字，没有这样的同事时才不用；预览里会说明。先核实是本人，要看的见运营手册。',
    '原邮箱马上收到通知，用信里的链接可以停止；新邮箱要用收到的链接确认，没有确认就不生效。生效时所有设备退出登录，用户在新邮箱里重新设置密码。',
    '用户的两步验证和恢复码也都丢了，才加 --remove-second-factor：生效时两步验证一起关闭；不加，换绑之后登录照样要它。',
    '还能用密码登录的用户不需要它：登录后自己就能修改邮箱。',
  ],
  arguments: { user: userArgument },
  options: {
    to: newEmail,
    'remove-second-factor': {
      ...flag('生效时关闭两步验证：只在用户的手机、密钥和恢复码都丢了时'),
      label: '同时关闭两步验证',
    },
    reason: requiredText('原因', '怎样核实了身份，记入操作记录；导出的数据里没有，用户看不到'),
  },
  async run(operator, { user: userRef, to, reason, 'remove-second-factor': removesSecondFactor }) {
    const { sql, content } = operator
    const user = await requireUser(operator, userRef)
    await requireChangeable(operator, sql, user, to)
    const dueAt = await performAction(operator, {
      subject: user.id,
      reason,
      preview: {
        facts: [
          ['注册', timeText(user.createdAt, content.site.timeZone)],
          ['现有积分', countText(user.balance)],
          ['订单', `${countText(user.orders)} 笔`],
          ['最近活动', user.lastSeenAt && timeText(user.lastSeenAt, content.site.timeZone)],
        ],
        sentences: [
          `将在 72 小时后把 ${userLabel(user)}的登录邮箱改为 ${to}`,
          '原邮箱马上收到通知，可以停止；新邮箱要先确认',
          ...(removesSecondFactor ? ['两步验证届时关闭，以后只用密码登录'] : []),
        ],
      },
      work: (actionId) => begin(operator, user, { to, actionId, removesSecondFactor }),
      toAuditResult: (at) => ({ dueAt: at }),
    })
    return {
      data: { userId: user.id, dueAt },
      ...reported({
        facts: [
          ['用户', userLabel(user)],
          ['新邮箱', to],
          ['生效', `${timeText(dueAt, content.site.timeZone)}，新邮箱确认之后`],
        ],
      }),
    }
  },
})

/** Begins it, unless the account or the address changed since the preview. */
async function begin(
  operator: OperatorContext,
  user: FoundUser,
  given: { to: string; actionId: string; removesSecondFactor: boolean },
): Promise<Date> {
  const { sql, config, content, now } = operator
  const { to, ...rest } = given
  try {
    return await sql.begin(async (tx) => {
      const account = await lockUser(tx, user.id)
      if (account === null) throw new Refusal('这个账户已经注销', { code: 'CLOSED' })
      await requireChangeable(operator, tx, { ...user, ...account }, to)
      if (account.email !== user.email) {
        throw new Refusal('用户刚刚改了邮箱，请重新核实', { code: 'CHANGED' })
      }
      const addresses = { oldEmail: account.email, newEmail: to }
      return beginRecovery({ config, content, now }, tx, {
        userId: user.id,
        ...addresses,
        ...rest,
      })
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'email_recoveries_waiting')) throw error
    throw alreadyWaiting()
  }
}

type Account = Pick<FoundUser, 'id' | 'email' | 'blockedAt' | 'closingAt'>

async function requireChangeable(
  { content }: Pick<OperatorContext, 'content'>,
  sql: Query,
  { id, email, blockedAt, closingAt }: Account,
  to: string,
): Promise<void> {
  if (email === null) throw new Refusal('这个账户已经注销', { code: 'CLOSED' })
  if (email.endsWith(`@${DEMO_DOMAIN}`)) {
    throw new Refusal('演示数据里的用户没有邮箱可换', { code: 'DEMO' })
  }
  if (blockedAt !== null) throw new Refusal('账户已停用，先恢复才能换绑', { code: 'BLOCKED' })
  if (closingAt !== null) throw new Refusal('账户等待注销，不能换绑', { code: 'CLOSING' })
  if (to === email) throw new Refusal('新邮箱就是现在的邮箱', { code: 'SAME' })
  if ((await findUserId(sql, to)) !== null) {
    throw new Refusal('新邮箱已经有一个账户', { code: 'TAKEN' })
  }
  const waiting = await findWaiting(sql, id)
  if (waiting !== null) throw alreadyWaiting(timeText(waiting.dueAt, content.site.timeZone))
}

function alreadyWaiting(dueAt?: string): Refusal {
  const until = dueAt === undefined ? '' : `，将在 ${dueAt} 生效`
  return new Refusal(`这位用户已经在换绑邮箱${until}；要改成别的地址，先停止`, {
    code: 'WAITING',
  })
}
