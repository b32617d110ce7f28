import { beginClosing } from '../../account/closing/close-account.ts'
import { revokeAccess } from '../../applications/keys/end-spending.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import { countText } from '../../lib/money-text.ts'
import { accountClosed, lockOpenUser, requireUser, userArgument, userLabel } from './find-user.ts'
import { keepAccount } from '../../account/closing/keep-account.ts'

export const closeUserCommand = defineCommand({
  name: 'users close',
  summary: '替用户注销账户，7 天后生效',
  console: { title: '注销账户', permission: 'own' },
  notes: [
    '登录、密钥与授权马上结束，用户收到邮件；7 天内重新登录即取消注销。之后邮箱与昵称被清除，余下的积分不再能用。',
    '用户自己可以在账户资料里注销；这个命令用于做不到的人。停用着的账户，恢复之后才会注销。',
  ],
  arguments: { user: userArgument },
  options: { reason: requiredText('原因', '记入操作记录') },
  async run(operator, { user: userRef, reason }) {
    const { sql, config, content, now } = operator
    const user = await requireUser(operator, userRef)
    const { timeZone } = content.site
    if (user.closingAt !== null) {
      throw new Refusal(`这个账户已经在 ${timeText(user.closingAt, timeZone)} 注销`, {
        code: 'CLOSING',
      })
    }
    const closesAt = await performAction(operator, {
      subject: user.id,
      reason,
      preview: `将注销 ${userLabel(user)}的账户，7 天后生效${user.blockedAt === null ? '' : '，但要等到恢复之后'}；现有积分 ${countText(user.balance)}`,
      work: () =>
        sql.begin(async (tx) => {
          const account = await lockOpenUser(tx, user.id)
          const deps = { config, content, now, revokeAccess }
          const isBlocked = account.blockedAt !== null
          return beginClosing(deps, tx, { userId: user.id, email: account.email, isBlocked })
        }),
      toAuditResult: (at) => ({ closesAt: at }),
    })
    return {
      isFinal: true,
      data: { userId: user.id, closesAt },
      ...reported({
        facts: [
          ['用户', userLabel(user)],
          ['注销', timeText(closesAt, timeZone)],
        ],
      }),
    }
  },
})

export const keepUserCommand = defineCommand({
  name: 'users keep',
  summary: '取消还没有生效的注销',
  console: { title: '取消注销', permission: 'own' },
  notes: [
    '用于注销错了又不能登录的用户，和账户被别人占用、由别人注销的用户；用户自己登录一次也会取消。',
    '账户的邮箱收到通知，余额和订单不变；注销时失效的密钥与授权不会恢复。停用着的账户仍然停用。',
    '账户被别人占用的，先停用账户，不然别人可以再注销。',
  ],
  arguments: { user: userArgument },
  options: { reason: requiredText('原因', '为什么取消，记入操作记录，用户在导出的数据里能看到') },
  async run(operator, { user: userRef, reason }) {
    const { sql, config, content } = operator
    const user = await requireUser(operator, userRef)
    if (user.email === null) throw accountClosed()
    if (user.closingAt === null) throw notClosing()
    const { closingAt } = user
    await performAction(operator, {
      subject: user.id,
      reason,
      preview: {
        facts: [
          ['现有积分', countText(user.balance)],
          ['本来注销', timeText(closingAt, content.site.timeZone)],
        ],
        sentences: [
          `将取消注销 ${userLabel(user)}的账户，用户会收到通知`,
          ...(user.blockedAt === null ? [] : ['账户仍停用，直到恢复']),
        ],
      },
      work: () =>
        sql.begin(async (tx) => {
          const account = await lockOpenUser(tx, user.id)
          if (account.closingAt === null) throw notClosing()
          await keepAccount({ config, content }, tx, { userId: user.id, ...account })
        }),
      toAuditResult: () => ({ closingAt }),
    })
    return {
      data: { userId: user.id },
      ...reported({ sentences: [`${userLabel(user)}的账户不注销了`] }),
    }
  },
})

function notClosing(): Refusal {
  return new Refusal('这个账户没有等待注销', { code: 'NOT_CLOSING' })
}
