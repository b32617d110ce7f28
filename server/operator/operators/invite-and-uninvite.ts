import { ROLE_LABELS } from '#contract/console/staff/roles.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { emailAddress, optionalText, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import { changeStaff } from './change-staff.ts'
import { nameParameter, roleParameter } from './find-operator.ts'
import { invite, requireConsoleUrl } from './invite.ts'
import { findOperator } from './operators.store.ts'
import { deleteInvitation } from './invitations.store.ts'

export const inviteOperatorCommand = defineCommand({
  name: 'operators invite',
  summary: '邀请同事使用控制台',
  console: { title: '邀请同事', permission: 'own' },
  notes: [
    '链接发到对方的邮箱，24 小时内有效，只能用一次；再次邀请同一个邮箱，之前的链接失效。',
    '在终端里运行时也显示链接，邮件送不到时可以亲手交给对方。',
  ],
  arguments: { email: emailAddress('邮箱', '邀请发到这个邮箱，以后也用它登录') },
  options: {
    role: roleParameter,
    name: nameParameter,
    reason: optionalText('原因', '记入操作记录'),
  },
  async run(operator, { email, role, name, reason }) {
    const { sql, now, config, content, call } = operator
    requireConsoleUrl({ config })
    if (await findOperator(sql, email)) {
      throw new Refusal(`${email} 已经可以使用控制台`, { code: 'TAKEN' })
    }
    const { link, expiresAt } = await performAction(operator, {
      subject: email,
      reason,
      preview: `将邀请 ${name}（${email}）使用控制台，角色是${ROLE_LABELS[role]}`,
      work: () =>
        changeStaff(
          operator,
          { what: `${name}（${email}）受邀成为${ROLE_LABELS[role]}`, colleague: null },
          (tx) =>
            invite({ now, config, content }, tx, {
              email,
              name,
              role,
              invitedBy: call.actor.operator,
            }),
        ),
      toAuditResult: (made) => ({ expiresAt: made.expiresAt }),
    })
    const isShown = call.actor.channel === 'terminal'
    return {
      data: { email, role, expiresAt, ...(isShown && { link }) },
      ...reported({
        facts: [
          ['邀请', `${name}（${email}），${ROLE_LABELS[role]}`],
          ['有效到', timeText(expiresAt, content.site.timeZone)],
          ['链接', isShown ? link : null],
        ],
        sentences: ['邀请邮件已交给发件箱'],
      }),
    }
  },
})

export const uninviteOperatorCommand = defineCommand({
  name: 'operators uninvite',
  summary: '收回还没有接受的邀请',
  console: { title: '收回邀请', permission: 'own', isImmediate: true },
  arguments: { invitation: requiredText('邀请', '被邀请的邮箱，或邀请的 ID') },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { invitation: reference, reason }) {
    const { email } = await performAction(operator, {
      subject: reference,
      reason,
      async work() {
        const taken = await deleteInvitation(operator.sql, reference.toLowerCase())
        if (taken) return taken
        throw new Refusal(`没有这个邀请，也许已经接受：${reference}`, { code: 'NOT_FOUND' })
      },
      toAuditResult: (taken) => ({ email: taken.email }),
    })
    return {
      isFinal: true,
      data: { email },
      text: `已收回给 ${email ?? '首位所有者'} 的邀请，链接不再有效`,
    }
  },
})
