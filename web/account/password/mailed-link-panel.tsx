import { UndoEmailPanel } from '../email/undo-email-panel.tsx'
import type { ResetState } from './reset-state.ts'
import { refuseLogin } from '#contract/account/login-notice.ts'
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
      headline={['不是您本人？', '现在就全部退出。']}
      words="先让所有设备退出，再换一个只有您知道的密码。余额和订单都不会变。"
      lead={
        <>
          是您本人？不用操作，<Link to="/account/login">去登录</Link>就行。
        </>
      }
      title="不是我"
      explanation="所有设备马上退出登录，最近 7&nbsp;天里第一封这样的通知以来新建的密钥和应用授权一起停用。现在的密码不能再登录，设置新密码的链接会寄到您的邮箱。"
      label="退出所有设备并重置密码"
      expired="这个链接已经失效：它或更早的一封用过一次，或者超过了 7&nbsp;天。不放心的话，请再重置一次密码，所有设备会退出登录。"
      run={async () => {
        const { mailedTo } = await call(refuseLogin, { token }, { isQuiet: true })
        return mailedTo === null
          ? '所有设备都已退出，原来的密码已停用。账户的邮箱后来改过：请在修改后的\u00A072\u00A0小时内用“邮箱已修改”那封邮件里的链接改回来，再重置密码；过期了请联系客服。'
          : `所有设备都已退出，原来的密码已停用。设置新密码的链接已寄到 ${mailedTo}，30\u00A0分钟内有效。没收到？看看垃圾邮件，或者按“重置密码”再寄一次。`
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
      headline={['换一把新钥匙，', '接着用。']}
      words="设好之后，所有设备上的登录都会退出，用新密码重新登录就行。余额和订单都不会变。"
      lead="新密码保存后，这个链接就不能再用了。"
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
        不想改了？<Link to="/account/login">去登录</Link>
      </p>
    </AuthFrame>
  )
}
