import { beginClosing } from '../../account/closing/close-account.ts'
import { lockUser } from '../../account/users.store.ts'
import { revokeAccess } from '../../applications/keys/end-spending.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import { countText } from '../../lib/money-text.ts'
import { requireUser, userArgument, userLabel } from './find-user.ts'

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
          const account = await lockUser(tx, user.id)
          if (account === null) throw new Refusal('这个账户已经注销', { code: 'CLOSED' })
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
