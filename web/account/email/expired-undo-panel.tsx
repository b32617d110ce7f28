import { ButtonLink } from '../../ui/action/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { ResetState } from '../password/reset-state.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { SupportLine } from '../../shell/help/support-line.tsx'

type Why = NonNullable<ResetState['undoFailure']>

const REASONS: Record<Why, string> = {
  expired: '这个链接已经失效：它用过一次，或者超过了 72 小时。',
  taken: '这个邮箱已经注册了另一个账户，没能恢复，请联系客服。',
}

/** Shown when an e-mail change can no longer be undone: the remaining options. */
export function ExpiredUndoPanel({ why }: { why: Why }) {
  return (
    <AuthFrame
      headline={['邮箱不是您改的？', '还有别的办法。']}
      words="先试着登录，或用收到通知的这个邮箱重置密码。都不行，就联系客服核实。"
      lead="这个链接不能再用了。"
    >
      <Notice kind="bad" role="alert">
        {REASONS[why]}
      </Notice>
      <div className="form">
        <ButtonLink kind="primary" size="large" isWide to="/account/login">
          去登录
        </ButtonLink>
        <ButtonLink size="large" isWide to="/account/reset-password">
          重置密码
        </ButtonLink>
      </div>
      <SupportLine className="auth-foot" question="账户仍有异常？" />
    </AuthFrame>
  )
}
