import { readEmailRecovery } from '#contract/email-recovery.ts'
import { call } from '../../lib/call/call.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'

/** Says that the e-mail is about to change for a lost mailbox, and how to stop it: by the link in the old mailbox. */
export function EmailRecoveryNotice() {
  const { timeZone } = useSite()
  const { data } = useLoad('email-recovery', (signal) =>
    call(readEmailRecovery, {}, { signal, isQuiet: true }),
  )
  const recovery = data?.recovery ?? null
  if (recovery === null) return null
  return (
    <Notice kind="wait" role="status">
      有人说收不到您现在邮箱的信，申请换绑：{formatDayTime(recovery.dueAt, timeZone)} 起登录邮箱改为{' '}
      {recovery.newEmail}
      。不是您申请的，请在这之前打开发到现在邮箱的通知，按里面的链接停止换绑，再修改密码。
    </Notice>
  )
}
