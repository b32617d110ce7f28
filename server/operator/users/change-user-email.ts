import { replaceEmail } from '../../account/email/replace-email.ts'
import { deleteLoginNoticesElsewhere } from '../../account/login-notice/login-notices.store.ts'
import { emailReplacedMail } from '../../account/mails.ts'
import { endAccess } from '../../account/sessions/end-access.ts'
import { findUserId } from '../../account/users.store.ts'
import { revokeAccessSince } from '../../applications/keys/end-spending.ts'
import { isUniqueViolation } from '../../db/sql.ts'
import { queueMail } from '../../mail/outbox.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { emailAddress, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { requireUser, userArgument, userLabel } from './find-user.ts'
import { isBlocked, requireRescuable, rescueFacts, rescueUser } from './rescue-user.ts'
import type { FoundUser } from './users-search.store.ts'

const newEmail = {
  ...emailAddress('新邮箱', '用户现在用的邮箱：请用户逐个字母核对，写错了，账户就到了别人手里'),
  isPersonal: true as const,
}

export const changeUserEmailCommand = defineCommand({
  name: 'users change-email',
  summary: '替收不到原邮箱的用户换绑邮箱，马上生效',
  console: { title: '换绑邮箱', permission: 'own' },
  notes: [
    '每次都要另一位所有者或财务签字，没有这样的同事时才不用；预览里会说明。先核实是本人，要看的见运营手册。',
    '所有设备退出登录，密码停用，密钥和授权全部失效，用户在新邮箱里设置新密码。两步验证不变，也丢了的，再用 users remove-second-factor。',
    '原邮箱会收到通知，72 小时内可以用信里的链接改回。账户被别人占用的，先停用账户：那时通知里没有链接，原来的链接也作废；换绑之后再恢复账户。',
    '还能用密码登录的用户不需要它：登录后自己就能修改邮箱。',
  ],
  arguments: { user: userArgument },
  options: {
    to: newEmail,
    reason: requiredText('原因', '怎样核实了身份，记入操作记录；导出的数据里没有，用户看不到'),
  },
  async run(operator, { user: userRef, to, reason }) {
    const user = await requireUser(operator, userRef)
    const former = requireRescuable(user)
    if (to === former) throw new Refusal('新邮箱就是现在的邮箱', { code: 'SAME' })
    if ((await findUserId(operator.sql, to)) !== null) throw alreadyTaken()
    await performAction(operator, {
      subject: user.id,
      reason,
      needsSignature: true,
      preview: {
        facts: rescueFacts(operator, user),
        sentences: [
          `将马上把 ${former} 的登录邮箱改为 ${to}`,
          '所有设备退出登录，密码停用，密钥和授权全部失效',
          isBlocked(user)
            ? '账户已停用：原邮箱收到的通知里没有改回的链接，之前的链接也作废；换绑之后仍停用，直到恢复账户'
            : '原邮箱马上收到通知，72 小时内可以用信里的链接改回',
        ],
      },
      work: () => changeUserEmail(operator, user, to),
    })
    return {
      isFinal: true,
      data: { userId: user.id },
      ...reported({
        facts: [
          ['用户', userLabel(user)],
          ['新邮箱', to],
        ],
        sentences: ['邮箱已换绑，用户在新邮箱里设置新密码'],
      }),
    }
  },
})

/**
 * Gives the user another address. Who reads the old mailbox may have got in long before the owner called, so all access
 * ends, and every key and grant is revoked. The new address counts as verified: nobody logs in before a link in it was
 * used.
 */
async function changeUserEmail(
  operator: OperatorContext,
  user: FoundUser,
  email: string,
): Promise<void> {
  const { id: userId } = user
  try {
    await rescueUser(operator, user, async (tx, { email: former, blockedAt }, now) => {
      const change = { userId, former, email, now, by: 'operators' } as const
      await replaceEmail(operator, tx, { ...change, canUndo: blockedAt === null })
      const since = new Date(0)
      const access = { since, at: now, emails: [former, email] }
      await endAccess({ revokeAccessSince }, tx, userId, access)
      await deleteLoginNoticesElsewhere(tx, userId, { email, since })
      const mail = emailReplacedMail(operator, { isBlocked: blockedAt !== null })
      await queueMail(tx, { to: email, ...mail }, { userId })
    })
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_unique') ? alreadyTaken() : error
  }
}

function alreadyTaken(): Refusal {
  return new Refusal('新邮箱已经有一个账户', { code: 'TAKEN' })
}
