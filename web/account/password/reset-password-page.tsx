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
      headline={['忘了密码，', '东西都还在。']}
      words="填写注册时用的邮箱，我们寄一个链接过去，用它设置新密码。余额和订单都不会变。"
      lead={
        <>
          想起来了？<Link to="/account/login">去登录</Link>
        </>
      }
      isTentative={arrival === undefined}
    >
      {hasExpiredLink && (
        <Notice kind="wait" role="alert">
          这个链接已经失效：它用过一次，超过了 30 分钟，或者之后又申请过新的。请重新获取一个。
        </Notice>
      )}
      {restoredEmail !== undefined && (
        <Notice kind="good" role="status">
          邮箱已恢复为 {restoredEmail}，所有设备都已退出，原来的密码已停用。现在请重置密码。
        </Notice>
      )}
      <ResetLinkForm ref={emailInput} />
      <SupportLine className="auth-foot" question="邮箱也用不了了？" />
    </AuthFrame>
  )
}
