import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { knownPasswordDigest } from '../../lib/password/digest.ts'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/contexts.ts'
import { pauseSessionReads } from '../../lib/call/session-reads.ts'
import { useSession } from '../../lib/session/session.ts'
import { toast } from '../../lib/toast.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { LoginNeeded } from '../../ui/feedback/loaded.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { FormPage } from '../frame/form-page.tsx'
import { useFreshLogin } from '../login/use-fresh-login.tsx'
import {
  isOwnEmail,
  NEW_PASSWORD_HINT,
  newPassword,
  repeatedPassword,
  PASSWORDS_DIFFER,
} from './new-password.ts'
import { UsernameField } from '../frame/username-field.tsx'

/** Without the e-mail, which loads from the server, only the server rejects it as a password. */
function passwordForm(email: string | undefined) {
  return z
    .object({
      currentPassword: z.string().check(z.minLength(1, '请输入当前密码')),
      newPassword,
      confirmPassword: repeatedPassword,
    })
    .check(
      z.refine((typed) => typed.newPassword !== typed.currentPassword, {
        path: ['newPassword'],
        error: '新密码不能与当前密码相同',
      }),
      z.refine((typed) => email === undefined || !isOwnEmail(typed.newPassword, email), {
        path: ['newPassword'],
        error: '密码不能与邮箱相同',
      }),
      z.refine((typed) => typed.newPassword === typed.confirmPassword, PASSWORDS_DIFFER),
    )
}

export default function ChangePasswordPage() {
  const navigate = useNavigate()
  const session = useSession()
  const { data, error } = useLoad('profile', (signal) => call(api.account.profile, {}, { signal }))
  const email = data?.user.email
  const schema = passwordForm(email)
  const { callWithFreshLogin, dialog } = useFreshLogin(email ?? '')

  async function handleSubmit(typed: z.output<typeof schema>) {
    const currentPassword = await knownPasswordDigest(typed.currentPassword)
    // Original specification, section 5: the new password is sent as typed.
    const given = { currentPassword, newPassword: typed.newPassword }
    const changed = await callWithFreshLogin(() =>
      pauseSessionReads(call(api.account.changePassword, given, { isQuiet: true })),
    )
    if (changed === undefined) return
    toast('密码已修改，其他设备已退出登录')
    await navigate('/account/home')
  }

  if (error?.status === 401) return <LoginNeeded />
  return (
    <>
      <PageHead />
      <FormPage
        consequences={[
          { icon: 'device', text: '其他设备和通过本站登录的应用将退出登录，本设备不受影响。' },
          {
            icon: 'mail',
            text: `通知邮件会发送到${session?.email ? ` ${session.email}` : '您的邮箱'}。`,
          },
          { icon: 'shield', text: '请勿使用在其他网站用过的密码。' },
        ]}
      >
        <Form schema={schema} onSubmit={handleSubmit}>
          <UsernameField email={email} />
          <PasswordField
            name="currentPassword"
            label="当前密码"
            aside={<Link to="/account/reset-password">忘记密码？</Link>}
          />
          <PasswordField
            name="newPassword"
            label="新密码"
            autoComplete="new-password"
            hint={NEW_PASSWORD_HINT}
            hasMeter
          />
          <PasswordField name="confirmPassword" label="确认密码" autoComplete="new-password" />
          <SubmitButton>修改密码</SubmitButton>
        </Form>
        {dialog}
      </FormPage>
    </>
  )
}
