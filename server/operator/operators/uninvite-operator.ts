import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { deleteInvitation } from './invitations.store.ts'

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
