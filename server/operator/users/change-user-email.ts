import { findUserId } from '../../account/users.store.ts'
import type { Query } from '../../db/sql.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { emailAddress, flag, requiredText } from '../parameters.ts'
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

const newEmail = {
  ...emailAddress('新邮箱', '用户现在用的邮箱，会收到一封确认信'),
  isPersonal: true as const,
}

export const changeUserEmailCommand = defineCommand({
  name: 'users change-email',
  summary: '替收不到原邮箱的用户换绑邮箱，72 小时后生效',
  console: { title: '换绑邮箱', permission: 'own' },
  notes: [
    '每次都要另一位所有者或财务签字，没有这样的同事时才不用；预览里会说明。先核实是本人，要看的见运营手册。',
    '原邮箱马上收到通知，用信里的链接可以停止；新邮箱要用收到的链接确认，没有确认就不生效。生效时所有设备退出登录，密钥和授权全部失效，用户在新邮箱里重新设置密码。',
    '账户被别人占用的，先停用账户：那时通知里没有停止的链接，只有运营能停止；生效之后再恢复账户。',
    '用户的两步验证和恢复码也都丢了，或者两步验证是别人开启的，才加 --remove-second-factor：生效时两步验证一起关闭；不加，换绑之后登录照样要它。邮箱还收得到信的，用 users remove-second-factor。',
    '还能用密码登录的用户不需要它：登录后自己就能修改邮箱。',
  ],
  arguments: { user: userArgument },
  options: {
    to: newEmail,
    'remove-second-factor': {
      ...flag('生效时关闭两步验证：只在用户的手机、密钥和恢复码都丢了，或者它是别人开启的时候'),
      label: '同时关闭两步验证',
    },
    reason: requiredText('原因', '怎样核实了身份，记入操作记录；导出的数据里没有，用户看不到'),
  },
  async run(operator, { user: userRef, to, reason, 'remove-second-factor': removesSecondFactor }) {
    const { sql, content } = operator
    const user = await requireUser(operator, userRef)
    const change = { to, removesSecondFactor }
    await requireChangeable(operator, sql, user, change)
    const dueAt = await performAction(operator, {
      subject: user.id,
      reason,
      needsSignature: true,
      preview: {
        facts: recoveryFacts(operator, user),
        sentences: [
          `将在 72 小时后把 ${userLabel(user)}的登录邮箱改为 ${to}`,
          `原邮箱马上收到通知${user.blockedAt === null ? '，可以停止' : ''}；新邮箱要先确认`,
          '所有设备届时退出登录，密钥和授权全部失效',
          ...blockedSentences(user),
          ...(removesSecondFactor ? ['两步验证届时关闭，以后只用密码登录'] : []),
        ],
      },
      work: (actionId) =>
        beginUserRecovery(operator, user, {
          ...{ actionId, newEmail: to, removesSecondFactor },
          check: (tx, account) => requireChangeable(operator, tx, account, change),
        }),
      toAuditResult: (at) => ({ dueAt: at }),
    })
    return {
      isFinal: true,
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

async function requireChangeable(
  operator: Pick<OperatorContext, 'content'>,
  sql: Query,
  account: RecoverableAccount,
  { to, removesSecondFactor }: { to: string; removesSecondFactor: boolean },
): Promise<void> {
  await requireRecoverable(operator, sql, account)
  if (to === account.email) throw new Refusal('新邮箱就是现在的邮箱', { code: 'SAME' })
  if ((await findUserId(sql, to)) !== null) {
    throw new Refusal('新邮箱已经有一个账户', { code: 'TAKEN' })
  }
  if (removesSecondFactor) requireFactor(account)
}
