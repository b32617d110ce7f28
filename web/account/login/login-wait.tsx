import { Link } from '../../lib/router/link.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Why one cannot log in just now, for how long, and the way that stays open. */
export function LoginWait({ until }: { until: string }) {
  return (
    <Notice kind="wait" role="alert">
      尝试的次数太多，请&nbsp;
      <strong>
        <Countdown until={until} />
      </strong>
      后再试，或<Link to="/account/reset-password">重设密码</Link>。
    </Notice>
  )
}
