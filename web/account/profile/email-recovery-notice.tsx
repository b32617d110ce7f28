import { dropEmailRecovery, readEmailRecovery } from '#contract/email-recovery.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'

/** Says that the e-mail is about to change for a lost mailbox, and stops it. */
export function EmailRecoveryNotice() {
  const { timeZone } = useSite()
  const load = useLoad('email-recovery', (signal) =>
    call(readEmailRecovery, {}, { signal, isQuiet: true }),
  )
  const { isBusy, run } = useAction(async () => {
    try {
      await call(dropEmailRecovery, {}, { isQuiet: true })
      toast('换绑已停止，登录邮箱保持不变')
    } catch (error) {
      // it has ended meanwhile: shown by reading it again
      if (!(error instanceof CallError) || error.code !== 'NOT_FOUND') throw error
    }
    load.reload()
  })
  const recovery = load.data?.recovery ?? null
  if (recovery === null) return null
  return (
    <Notice
      kind="wait"
      role="status"
      actions={
        <Button size="small" isBusy={isBusy} onClick={run}>
          停止换绑
        </Button>
      }
    >
      有人说收不到您现在邮箱的信，申请换绑：{formatDayTime(recovery.dueAt, timeZone)} 起登录邮箱改为{' '}
      {recovery.newEmail}。不是您申请的，请停止，再修改密码。
    </Notice>
  )
}
