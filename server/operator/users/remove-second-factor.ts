import { deleteSecondFactor } from '../../account/second-factor/factors.store.ts'
import { secondFactorRemovedMail } from '../../account/second-factor/second-factor-mails.ts'
import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { queueMail } from '../../mail/outbox.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { requireUser, userArgument, userLabel } from './find-user.ts'
import { isBlocked, requireRescuable, rescueFacts, rescueUser } from './rescue-user.ts'
import type { FoundUser } from './users-search.store.ts'

export const removeSecondFactorCommand = defineCommand({
  name: 'users remove-second-factor',
  summary: '替丢了通行密钥、验证器和恢复码的用户关闭两步验证，马上生效',
  console: { title: '关闭两步验证', permission: 'own' },
  notes: [
    '每次都要另一位所有者或财务签字，没有这样的同事时才不用；预览里会说明。先核实是本人，要看的见运营手册。',
    '两步验证和恢复码一起作废，所有设备退出登录，密码停用：用户用邮箱里的链接设置新密码才能登录，只知道密码的人登不进来。邮箱和密钥不变。',
    '邮箱也收不到信的，先用 users change-email。',
  ],
  arguments: { user: userArgument },
  options: { reason: requiredText('原因', '怎样核实了身份，记入操作记录，用户看不到') },
  async run(operator, { user: userRef, reason }) {
    const user = await requireUser(operator, userRef)
    const email = requireRescuable(user)
    requireFactor(user)
    await performAction(operator, {
      subject: user.id,
      reason,
      needsSignature: true,
      preview: {
        facts: rescueFacts(operator, user),
        sentences: [
          `将马上关闭 ${email} 的两步验证`,
          '所有设备退出登录，密码停用，用户在邮箱里设置新密码',
          '用户的邮箱马上收到通知',
          ...(isBlocked(user) ? ['账户仍停用，直到恢复账户'] : []),
        ],
      },
      work: () =>
        rescueUser(operator, user, async (tx, account) => {
          requireFactor(account)
          await deleteSecondFactor(tx, user.id)
          await deleteSessionsOf(tx, user.id)
          const mail = secondFactorRemovedMail(operator, { isBlocked: isBlocked(account) })
          await queueMail(tx, { to: account.email, ...mail }, { userId: user.id })
        }),
    })
    return {
      isFinal: true,
      data: { userId: user.id },
      ...reported({ sentences: [`${userLabel(user)}的两步验证已关闭，用户在邮箱里设置新密码`] }),
    }
  },
})

function requireFactor({ secondFactorSince }: Pick<FoundUser, 'secondFactorSince'>): void {
  if (secondFactorSince !== null) return
  throw new Refusal('这位用户没有开启两步验证', { code: 'NO_FACTOR' })
}
