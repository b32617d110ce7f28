import { PageHead } from '../../shell/page-head.tsx'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { FormPage } from '../frame/form-page.tsx'
import { useProfile } from '../profile/use-profile.ts'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { email as emailField, emailCode } from '#contract/fields.ts'
import { call } from '../../lib/call/call.ts'
import { useNavigate } from '../../lib/router/contexts.ts'
import { rememberedEmail, rememberEmail } from '../login/remembered-email.ts'
import { toast } from '../../lib/toast.ts'
import { UserText } from '../../shell/user-text.tsx'
import { CodeField } from '../../ui/form/code-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { useFreshLogin } from '../login/use-fresh-login.tsx'

export default function ChangeEmailPage() {
  const profile = useProfile()
  return (
    <>
      <PageHead />
      <FormPage
        consequences={[
          { icon: 'mail', text: '新邮箱立即生效，用于登录和接收收据、通知。' },
          {
            icon: 'again',
            text: <>旧邮箱会收到通知，72&nbsp;小时内可通过其中的链接改回。</>,
          },
          { icon: 'credit', text: '余额、订单和密码不受影响。' },
        ]}
      >
        {profile.error ? (
          <LoadFailed load={profile} what="当前邮箱" />
        ) : (
          <ChangeEmailForm email={profile.data?.user.email} />
        )}
      </FormPage>
    </>
  )
}

/** Changes the account's e-mail after a code mailed to the new address. `email` is undefined while it loads. */
function ChangeEmailForm({ email }: { email: string | undefined }) {
  const navigate = useNavigate()
  const { callWithFreshLogin, dialog } = useFreshLogin(email ?? '')
  const schema = z.object({
    email: emailField.check(z.refine((typed) => typed !== email, '新邮箱不能与当前邮箱相同')),
    code: emailCode,
  })

  async function handleSubmit(typed: z.output<typeof schema>) {
    const moved = await callWithFreshLogin(() =>
      call(api.account.changeEmail, typed, { isQuiet: true }),
    )
    if (!moved) return
    if (rememberedEmail() === email) rememberEmail(moved.user.email)
    toast('邮箱已修改，以后请用新邮箱登录')
    await navigate('/account/home')
  }

  function sendCode(to: string) {
    return callWithFreshLogin(() =>
      call(api.account.sendChangeEmailCode, { email: to }, { isQuiet: true }),
    )
  }

  return (
    <>
      <Form schema={schema} onSubmit={handleSubmit}>
        <p className="form-now">
          当前邮箱
          <strong>{email ?? <UserText part="email" />}</strong>
        </p>
        <Field
          name="email"
          label="新邮箱"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="name@example.com"
        />
        <CodeField
          needs={['email']}
          send={(typed) => sendCode(typed['email'] ?? '')}
          sentHint="已发送到新邮箱，10 分钟内有效。如未收到，请查看垃圾邮件。"
        />
        <SubmitButton>修改邮箱</SubmitButton>
      </Form>
      {dialog}
    </>
  )
}
