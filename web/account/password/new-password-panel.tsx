import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { href } from '../../lib/href.ts'
import { Link } from '../../lib/router/link.tsx'
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
import type { ResetState } from './reset-state.ts'
import { isExpiredLinkError } from './expired-link.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'

const newPasswordForm = z
  .object({ password: newPassword, confirmPassword: repeatedPassword })
  .check(z.refine((typed) => typed.password === typed.confirmPassword, PASSWORDS_DIFFER))

/** Sets a new password, opened by the mailed link; then leads to the login. */
export function NewPasswordPanel({ token }: { token: string }) {
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
