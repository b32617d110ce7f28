import { useState } from 'react'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { href } from '../../lib/href.ts'
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
      headline={['邮箱不是您改的？', '现在就改回来。']}
      words="先把账户的邮箱恢复成收到通知的这一个，再换一个只有您知道的密码。"
      lead={
        <>
          邮箱是您自己改的？不用操作，<Link to="/account/login">去登录</Link>就行。
        </>
      }
    >
      <div className="form">
        <h2>先恢复原来的邮箱</h2>
        <p className="soft">
          恢复之后，账户重新使用收到通知的这个邮箱，所有设备上的登录都会退出，现在的密码和修改前后新建的密钥、应用授权都停用。接着请重置密码：改邮箱的人很可能知道旧密码。
        </p>
        {refusal !== '' && (
          <Notice kind="bad" role="alert">
            {refusal}
          </Notice>
        )}
        <Button kind="primary" size="large" isWide isBusy={isBusy} onClick={run}>
          恢复原来的邮箱
        </Button>
      </div>
      <SupportLine className="auth-foot" question="需要帮忙？" />
    </AuthFrame>
  )
}

/** Why the link can never work; undefined when a retry may succeed. */
function undoFailureOf(error: unknown): ResetState['undoFailure'] {
  if (isExpiredLinkError(error)) return 'expired'
  return error instanceof CallError && error.code === 'EMAIL_TAKEN' ? 'taken' : undefined
}
