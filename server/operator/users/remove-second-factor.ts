import type { Query } from '../../db/sql.ts'
import { defineCommand } from '../command.ts'
import type { OperatorContext } from '../operator.ts'
import { requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import {
  beginUserRecovery,
  blockedSentences,
  requireFactor,
  requireRecoverable,
  type RecoverableAccount,
  recoveryFacts,
} from './begin-user-recovery.ts'
import { requireUser, userArgument, userLabel } from './find-user.ts'

export const removeSecondFactorCommand = defineCommand({
  name: 'users remove-second-factor',
  summary: '替丢了通行密钥、验证器和恢复码的用户关闭两步验证，72 小时后生效',
  console: { title: '关闭两步验证', permission: 'own' },
  notes: [
    '每次都要另一位所有者或财务签字，没有这样的同事时才不用；预览里会说明。先核实是本人，要看的见运营手册。',
    '用户的邮箱马上收到通知，用信里的链接可以停止；账户停用着的，信里没有链接，只有运营能停止。生效时两步验证和恢复码一起作废，所有设备退出登录；邮箱、密码和密钥都不变。',
    '等待时用户自己添加了新的通行密钥或验证器，就不再关闭。',
    '邮箱也收不到信的，用 users change-email 加 --remove-second-factor。',
  ],
  arguments: { user: userArgument },
  options: { reason: requiredText('原因', '怎样核实了身份，记入操作记录，用户看不到') },
  async run(operator, { user: userRef, reason }) {
    const { sql, content } = operator
    const { timeZone } = content.site
    const user = await requireUser(operator, userRef)
    await requireRemovable(operator, sql, user)
    const dueAt = await performAction(operator, {
      subject: user.id,
      reason,
      needsSignature: true,
      preview: {
        facts: recoveryFacts(operator, user),
        sentences: [
          `将在 72 小时后关闭 ${userLabel(user)}的两步验证，以后只用密码登录`,
          user.blockedAt === null
            ? '用户的邮箱马上收到通知，可以停止；其间又用了通行密钥或验证器，也会停止'
            : '用户的邮箱马上收到通知',
          ...blockedSentences(user),
          '邮箱和密码不变，所有设备届时退出登录',
        ],
      },
      work: (actionId) =>
        beginUserRecovery(operator, user, {
          ...{ actionId, newEmail: null, removesSecondFactor: true },
          check: (tx, account) => requireRemovable(operator, tx, account),
        }),
      toAuditResult: (at) => ({ dueAt: at }),
    })
    return {
      isFinal: true,
      data: { userId: user.id, dueAt },
      ...reported({
        facts: [
          ['用户', userLabel(user)],
          ['生效', `${timeText(dueAt, timeZone)}，用户没有停止的话`],
        ],
      }),
    }
  },
})

async function requireRemovable(
  operator: Pick<OperatorContext, 'content'>,
  sql: Query,
  account: RecoverableAccount,
): Promise<void> {
  await requireRecoverable(operator, sql, account)
  requireFactor(account)
}
