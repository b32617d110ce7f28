import { useState } from 'react'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { href } from '../../lib/href.ts'
import { notifyWindows } from '../../lib/session/session.ts'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/contexts.ts'
import { Button } from '../../ui/action/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { isExpiredLinkError } from '../password/expired-link.ts'
import type { ResetState } from '../password/reset-state.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { SupportLine } from '../../shell/help/support-line.tsx'

/** Undoes an e-mail change, opened by the notice to the old address; then asks for a password reset. */
export function UndoEmailPanel({ token }: { token: string }) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState('')
  const { isBusy, run } = useAction(async () => {
    setRefusal('')
    try {
      const { email } = await call(api.account.undoEmailChange, { token }, { isQuiet: true })
      notifyWindows()
      await navigate(href('/account/reset-password'), {
        replace: true,
        state: { restoredEmail: email } satisfies ResetState,
      })
    } catch (error) {
      const undoFailure = undoFailureOf(error)
      if (undoFailure !== undefined) {
        await navigate(href('/account/reset-password'), {
          replace: true,
          state: { undoFailure } satisfies ResetState,
        })
      } else if (error instanceof CallError && !error.isShown) setRefusal(error.message)
      else throw error
    }
  })

  return (
    <AuthFrame
      headline={['如非本人修改，', '请立即恢复邮箱。']}
      words="先将账户邮箱恢复为收到通知的邮箱，再设置新密码。"
      lead={
        <>
          如是本人修改，无需操作，请<Link to="/account/login">去登录</Link>。
        </>
      }
    >
      <div className="form">
        <h2>恢复原邮箱</h2>
        <p className="soft">
          恢复后，账户重新使用收到通知的邮箱，所有设备退出登录，当前密码和修改前后新建的密钥、应用授权均停用。修改邮箱的人很可能知道旧密码，请随后重置密码。
        </p>
        {refusal !== '' && (
          <Notice kind="bad" role="alert">
            {refusal}
          </Notice>
        )}
        <Button kind="primary" size="large" isWide isBusy={isBusy} onClick={run}>
          恢复原邮箱
        </Button>
      </div>
      <SupportLine className="auth-foot" question="需要帮助？" />
    </AuthFrame>
  )
}

/** Why the link can never work; undefined when a retry may succeed. */
function undoFailureOf(error: unknown): ResetState['undoFailure'] {
  if (isExpiredLinkError(error)) return 'expired'
  return error instanceof CallError && error.code === 'EMAIL_TAKEN' ? 'taken' : undefined
}
