import { Notice } from '../../ui/feedback/notice.tsx'
import { TimeText } from '../../ui/display/time-text.tsx'
import type { LoginState } from './login-state.ts'

/** Says what led to the login page: a registration, a reset password or a closed account. */
export function LoginNotice({ registered, hasNewPassword, closesAt }: LoginState) {
  if (registered !== undefined) return <Good>注册成功，用刚才的密码登录吧。</Good>
  if (hasNewPassword) return <Good>密码已重置，所有设备都已退出，用新密码登录吧。</Good>
  if (closesAt !== undefined) {
    return (
      <Notice kind="wait" role="status">
        账户将在 <TimeText iso={closesAt} /> 注销。在那之前登录一次，账户就会保留。
      </Notice>
    )
  }
  return null
}

function Good({ children }: { children: string }) {
  return (
    <Notice kind="good" role="status">
      {children}
    </Notice>
  )
}
