import { deleteSessionsOf } from '../../http/sessions/sessions.store.ts'
import { defineCommand } from '../command.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { requireUser, userAddress, userArgument, userLabel } from './find-user.ts'

export const revokeSessionsCommand = defineCommand({
  name: 'users sessions-revoke',
  summary: '让用户的所有设备退出登录',
  console: { title: '结束登录', permission: 'serve' },
  notes: ['立即生效；密码不变，用户可以重新登录。'],
  arguments: { user: userArgument },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { user: userRef, reason }) {
    const { sql } = operator
    const user = await requireUser(operator, userRef)
    await performAction(operator, {
      subject: user.id,
      reason,
      preview: `将让 ${userAddress(user)} 的所有设备退出登录`,
      work: () => deleteSessionsOf(sql, user.id),
      toAuditResult: () => ({ sessions: user.sessions }),
    })
    return {
      data: { userId: user.id, email: user.email, ended: user.sessions },
      text: `${userLabel(user)}的 ${user.sessions} 台设备已退出登录`,
    }
  },
})
