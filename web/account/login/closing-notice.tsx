import { TimeText } from '../../ui/display/time-text.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Says until when a login keeps an account that was asked to be closed. */
export function ClosingNotice({ closesAt }: { closesAt: string }) {
  return (
    <Notice kind="wait" role="status">
      账户将于 <TimeText iso={closesAt} /> 注销，在此之前登录即取消注销。
    </Notice>
  )
}
