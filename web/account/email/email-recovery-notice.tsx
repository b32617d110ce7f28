import { readEmailRecovery } from '#contract/account/email-recovery.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../../lib/call/call.ts'
import { formatDayTime } from '../../lib/format/time.ts'
import { useSite } from '../../lib/site.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useLoad } from '../../ui/feedback/loaded.tsx'

/**
 * Says that e-mail or second factor are about to change because one was lost, and how to stop it: by the link in the
 * present mailbox.
 */
export function EmailRecoveryNotice() {
  const { timeZone } = useSite()
  const { data } = useLoad('email-recovery', (signal) =>
    call(readEmailRecovery, {}, { signal, isQuiet: true }),
  )
  const recovery = data?.recovery ?? null
  if (recovery === null) return null
  return (
    <Notice kind="wait" role="status">
      {textOf(recovery, formatDayTime(recovery.dueAt, timeZone))}
    </Notice>
  )
}

type Recovery = NonNullable<OutputOf<typeof readEmailRecovery>['recovery']>

function textOf({ newEmail, removesSecondFactor }: Recovery, due: string): string {
  if (newEmail === null) {
    return `有人说您的通行密钥、验证器和恢复码都丢了，申请关闭两步验证：${due} 起只用密码就能登录。不是您申请的，请在这之前打开发到您邮箱的通知，按里面的链接停止关闭，再修改密码。`
  }
  const factor = removesSecondFactor ? '，两步验证也会关闭' : ''
  return `有人说收不到您现在邮箱的信，申请换绑：${due} 起登录邮箱改为 ${newEmail}${factor}。不是您申请的，请在这之前打开发到现在邮箱的通知，按里面的链接停止换绑，再修改密码。`
}
