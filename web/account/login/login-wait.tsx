import { Link } from '../../lib/router/link.tsx'
import { Countdown } from '../../ui/feedback/countdown.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Says how long further logins are blocked, and links to the password reset. */
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
