import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { href } from '../../lib/query.ts'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/contexts.ts'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import type { LoginState } from '../login/login-state.ts'
import type { ResetState } from './reset-state.ts'
import { isExpiredLinkError } from './reset-link-panel.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { typedPassword } from '#contract/fields.ts'
import { isCommonPassword } from './common-passwords.ts'

export const NEW_PASSWORD_HINT = '8–64 个字符，不要用常见密码、邮箱名或站名'

/** A newly chosen password. Only the browser can check its length: the server receives a digest. */
export const newPassword = typedPassword.check(
  z.refine((password) => !isCommonPassword(password), '密码过于常见，请换一个更安全的密码'),
)

/** The repeated new password, to catch typing errors. */
export const repeatedPassword = z.string().check(z.minLength(1, '请再输入一次新密码'))

/** Parameters of the refinement that compares both passwords. */
export const PASSWORDS_DIFFER = { path: ['confirmPassword'], error: '两次输入的密码不一致' }

/** True when the password is the e-mail or its part before the @, which attackers try first. */
export function isOwnEmail(password: string, email: string): boolean {
  const typed = password.toLowerCase()
  const [name] = email.split('@')
  return typed === email || typed === name
}

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
