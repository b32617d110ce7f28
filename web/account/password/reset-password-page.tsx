import { Late } from '../../lib/loading/late.tsx'
import { useResetState, type ResetState } from './reset-state.ts'
import { useEffect, useRef } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { fillEmptyField, rememberedEmail } from '../login/remembered-email.ts'
import { ResetLinkForm } from './reset-link-form.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { SupportLine } from '../../shell/help/support-line.tsx'

const loadMailedLink = async () => (await import('./mailed-link-panel.tsx')).MailedLinkPanel
const loadExpiredUndo = async () =>
  (await import('../email/expired-undo-panel.tsx')).ExpiredUndoPanel

/**
 * Requests a reset link; opened by a mailed link, resets the password, undoes an e-mail change or refuses a login.
 */
export default function ResetPasswordPage() {
  const arrival = useResetState()
  const { link, undoFailure } = arrival ?? {}
  const fallback = <ResetLinkPanel arrival={undefined} />
  if (link !== undefined) {
    const { kind, token } = link
    return <Late key="link" load={loadMailedLink} given={{ kind, token }} fallback={fallback} />
  }
  if (undoFailure !== undefined) {
    const given = { why: undoFailure }
    return <Late key="expired" load={loadExpiredUndo} given={given} fallback={fallback} />
  }
  return <ResetLinkPanel arrival={arrival} />
}

/** Requests a password reset link by mail. */
function ResetLinkPanel({ arrival }: { arrival: ResetState | undefined }) {
  const { hasExpiredLink, restoredEmail } = arrival ?? {}
  const emailInput = useRef<HTMLInputElement>(null)

  // Not as an initial value: the prerendered form knows nothing of this visitor.
  useEffect(() => {
    fillEmptyField(emailInput.current, restoredEmail ?? rememberedEmail())
  }, [restoredEmail])

  return (
    <AuthFrame
      headline={['找回密码，', '余额和订单不变。']}
      words="填写注册邮箱，我们会发送重置链接。"
      lead={
        <>
          想起密码了？<Link to="/account/login">去登录</Link>
        </>
      }
      isTentative={arrival === undefined}
    >
      {hasExpiredLink && (
        <Notice kind="wait" role="alert">
          链接已失效：已使用、已超过 30 分钟，或已重新申请。请重新获取。
        </Notice>
      )}
      {restoredEmail !== undefined && (
        <Notice kind="good" role="status">
          邮箱已恢复为 {restoredEmail}，所有设备已退出，原密码已停用。请重置密码。
        </Notice>
      )}
      <ResetLinkForm ref={emailInput} />
      <SupportLine className="auth-foot" question="邮箱也无法使用？" />
    </AuthFrame>
  )
}
