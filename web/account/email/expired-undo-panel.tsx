import { ButtonLink } from '../../ui/action/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { ResetState } from '../password/reset-state.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { SupportLine } from '../../shell/help/support-line.tsx'

type Why = NonNullable<ResetState['undoFailure']>

const REASONS: Record<Why, string> = {
  expired: '链接已使用，或已超过 72 小时。',
  taken: '该邮箱已注册另一个账户，无法恢复，请联系客服。',
}

/** Shown when an e-mail change can no longer be undone: the remaining options. */
export function ExpiredUndoPanel({ why }: { why: Why }) {
  return (
    <AuthFrame
      headline={['如非本人修改，', '请尽快处理。']}
      words="请尝试登录，或用收到通知的邮箱重置密码。如仍无法登录，请联系客服核实。"
      lead="链接已失效。"
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
