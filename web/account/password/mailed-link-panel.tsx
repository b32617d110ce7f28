import { UndoEmailPanel } from '../email/undo-email-panel.tsx'
import type { ResetState } from './reset-state.ts'
import { refuseLogin } from '#contract/account/login-notice.ts'
import { notifyWindows } from '../../lib/session/session.ts'
import { call } from '../../lib/call/call.ts'
import { Link } from '../../lib/router/link.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { LinkPanel } from '../frame/link-panel.tsx'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { href } from '../../lib/href.ts'
import { useNavigate } from '../../lib/router/contexts.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import type { LoginState } from '../login/login-state.ts'
import {
  NEW_PASSWORD_HINT,
  newPassword,
  repeatedPassword,
  PASSWORDS_DIFFER,
} from './new-password.ts'
import { isExpiredLinkError } from './expired-link.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'

const PANELS = {
  token: NewPasswordPanel,
  undo: UndoEmailPanel,
  'not-me': RefuseLoginPanel,
}

/** What a mailed link opens. */
export function MailedLinkPanel({ kind, token }: NonNullable<ResetState['link']>) {
  const Panel = PANELS[kind]
  return <Panel key={kind} token={token} />
}

/** Refuses a login on a new device or a new password, opened by the mail about it. */
function RefuseLoginPanel({ token }: { token: string }) {
  return (
    <LinkPanel
      headline={['如非本人操作，', '请立即退出设备。']}
      words="先退出所有设备，再设置新密码。余额和订单不受影响。"
      lead={
        <>
          如是本人操作，请直接<Link to="/account/login">去登录</Link>。
        </>
      }
      title="非本人操作"
      explanation="所有设备立即退出登录，最近 7&nbsp;天内第一封此类通知以来新建的密钥和应用授权同时停用。当前密码停用，设置新密码的链接会发送到您的邮箱。"
      label="退出所有设备并重置密码"
      expired="链接已失效：此链接或更早的链接已使用，或已超过 7&nbsp;天。如不放心，请再次重置密码，所有设备将退出登录。"
      run={async () => {
        const { mailedTo } = await call(refuseLogin, { token }, { isQuiet: true })
        notifyWindows()
        return mailedTo === null
          ? '所有设备已退出，原密码已停用。账户邮箱此后已被修改：请在修改后的\u00A072\u00A0小时内通过“邮箱已修改”邮件中的链接改回，再重置密码；如已过期请联系客服。'
          : `所有设备已退出，原密码已停用。设置新密码的链接已发送到 ${mailedTo}，30\u00A0分钟内有效。如未收到，请查看垃圾邮件，或点击“重置密码”重新发送。`
      }}
      next={
        <ButtonLink size="large" isWide to="/account/reset-password">
          重置密码
        </ButtonLink>
      }
    />
  )
}

const newPasswordForm = z
  .object({ password: newPassword, confirmPassword: repeatedPassword })
  .check(z.refine((typed) => typed.password === typed.confirmPassword, PASSWORDS_DIFFER))

/** Sets a new password, opened by the mailed link; then leads to the login. */
function NewPasswordPanel({ token }: { token: string }) {
  const navigate = useNavigate()

  async function handleSubmit({ password }: z.output<typeof newPasswordForm>) {
    try {
      const digest = await passwordDigest(password)
      await call(api.account.resetPassword, { token, password: digest }, { isQuiet: true })
      notifyWindows()
    } catch (error) {
      if (!isExpiredLinkError(error)) throw error
      await navigate(href('/account/reset-password'), {
        replace: true,
        state: { hasExpiredLink: true } satisfies ResetState,
      })
      return
    }
    await navigate(href('/account/login'), {
      replace: true,
      state: { hasNewPassword: true } satisfies LoginState,
    })
  }

  return (
    <AuthFrame
      headline={['设置新密码，', '继续使用。']}
      words="设置后所有设备退出登录，请用新密码登录。余额和订单不受影响。"
      lead="新密码保存后，此链接失效。"
    >
      <Form schema={newPasswordForm} onSubmit={handleSubmit}>
        <PasswordField
          name="password"
          label="新密码"
          autoComplete="new-password"
          hint={NEW_PASSWORD_HINT}
          hasMeter
        />
        <PasswordField name="confirmPassword" label="确认密码" autoComplete="new-password" />
        <SubmitButton>重置密码</SubmitButton>
      </Form>
      <p className="auth-foot">
        无需修改？<Link to="/account/login">去登录</Link>
      </p>
    </AuthFrame>
  )
}
