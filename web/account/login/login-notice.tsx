import { Late } from '../../lib/loading/late.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { LoginState } from './login-state.ts'

const loadClosingNotice = async () => (await import('./closing-notice.tsx')).ClosingNotice

/** Says what led to the login page: a registration, a reset password or a closed account. */
export function LoginNotice({ registered, hasNewPassword, closesAt }: LoginState) {
  if (registered !== undefined) return <Good>注册成功，用刚才的密码登录吧。</Good>
  if (hasNewPassword) return <Good>密码已重置，所有设备都已退出，用新密码登录吧。</Good>
  return closesAt === undefined ? null : <Late load={loadClosingNotice} given={{ closesAt }} />
}

function Good({ children }: { children: string }) {
  return (
    <Notice kind="good" role="status">
      {children}
    </Notice>
  )
}
