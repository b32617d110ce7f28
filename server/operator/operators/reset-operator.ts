import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import { changeStaff } from './change-staff.ts'
import { operatorArgument, operatorLabel, requireOperator } from './find-operator.ts'
import { invite, requireConsoleUrl } from './invite.ts'
import { deleteFactors } from './operators.store.ts'

export const resetOperatorCommand = defineCommand({
  name: 'operators reset',
  summary: '清除同事的全部登录方式，发一条链接重新设置',
  console: { title: '重置登录方式', permission: 'own' },
  notes: [
    '用于通行密钥、验证器和恢复码都丢失的同事：登录全部结束，旧的登录方式马上失效，链接 24 小时内有效。',
    '在终端里运行时也显示链接。',
  ],
  arguments: { operator: operatorArgument },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(context, { operator: reference, reason }) {
    const { now, config, content, call } = context
    requireConsoleUrl({ config })
    const colleague = await requireOperator(context, reference)
    if (colleague.disabledAt !== null) {
      throw new Refusal(`${colleague.name}已经停用：请先恢复`, { code: 'DISABLED' })
    }
    const { link, expiresAt } = await performAction(context, {
      subject: colleague.id,
      reason,
      preview: `将清除 ${operatorLabel(colleague)} 的全部登录方式，并发邮件请对方重新设置`,
      work: () =>
        changeStaff(
          context,
          { what: `${operatorLabel(colleague)} 的登录方式已清除`, colleague },
          async (tx) => {
            await deleteFactors(tx, colleague.id, now())
            return invite({ now, config, content }, tx, {
              email: colleague.email,
              name: colleague.name,
              role: colleague.role,
              invitedBy: call.actor.operator,
              isReset: true,
            })
          },
        ),
      toAuditResult: (made) => ({ expiresAt: made.expiresAt }),
    })
    const isShown = call.actor.channel === 'terminal'
    return {
      data: { id: colleague.id, expiresAt, ...(isShown && { link }) },
      ...reported({
        facts: [
          ['同事', operatorLabel(colleague)],
          ['链接有效到', timeText(expiresAt, content.site.timeZone)],
          ['链接', isShown ? link : null],
        ],
        sentences: ['登录方式已清除，邮件已交给发件箱'],
      }),
    }
  },
})
