import { findWaiting } from '../../account/email-recovery/email-recoveries.store.ts'
import { endRecovery, lockWaiting } from '../../account/email-recovery/end-recovery.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { timeText } from '../../lib/local-time.ts'
import { requireUser, userArgument, userLabel } from './find-user.ts'

export const stopEmailChangeCommand = defineCommand({
  name: 'users change-email-stop',
  summary: '停止还没有生效的换绑邮箱或关闭两步验证',
  console: { title: '停止换绑或关闭两步验证', permission: 'serve' },
  notes: ['登录邮箱和两步验证保持不变，用户的邮箱会收到通知，换绑的新邮箱也会。之后可以重新申请。'],
  arguments: { user: userArgument },
  options: { reason: requiredText('原因', '记入操作记录，用户在导出的数据里能看到') },
  async run(operator, { user: userRef, reason }) {
    const { sql, config, content, now } = operator
    const user = await requireUser(operator, userRef)
    const waiting = await findWaiting(sql, user.id)
    if (waiting === null) throw nothingWaits()
    await performAction(operator, {
      subject: user.id,
      reason,
      preview: {
        facts: [['本来生效', timeText(waiting.dueAt, content.site.timeZone)]],
        sentences: [
          waiting.newEmail === null
            ? `将停止关闭 ${userLabel(user)}的两步验证`
            : `将停止把 ${userLabel(user)}的登录邮箱改为 ${waiting.newEmail}`,
        ],
      },
      work: () =>
        sql.begin(async (tx) => {
          const recovery = await lockWaiting(tx, user.id)
          if (recovery?.id !== waiting.id) throw nothingWaits()
          const end = { state: 'stopped', reason: 'operator' } as const
          await endRecovery({ config, content, now }, tx, recovery, end)
        }),
      toAuditResult: () => ({ recovery: waiting.id }),
    })
    return {
      isFinal: true,
      data: { userId: user.id },
      ...reported({
        sentences: [
          waiting.newEmail === null
            ? `${userLabel(user)}的两步验证不关闭了`
            : `${userLabel(user)}的邮箱不换绑了`,
        ],
      }),
    }
  },
})

function nothingWaits(): Refusal {
  return new Refusal('这位用户没有等待生效的换绑或关闭两步验证', { code: 'NOTHING_WAITS' })
}
