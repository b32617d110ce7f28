import { TimeText } from '../../ui/display/time-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Says until when a login keeps an account that was asked to be closed. */
export function ClosingNotice({ closesAt }: { closesAt: string }) {
  return (
    <Notice kind="wait" role="status">
      账户将在 <TimeText iso={closesAt} /> 注销。在那之前登录一次，账户就会保留。
    </Notice>
  )
}
