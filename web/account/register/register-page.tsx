import { useState } from 'react'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { email, emailCode } from '#contract/fields.ts'
import { call } from '../../lib/call/call.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { href } from '../../lib/href.ts'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/contexts.ts'
import { useSite } from '../../lib/site.ts'
import type { PageProps } from '../../lib/page/page-module.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { CodeField } from '../../ui/form/code-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { CaptchaRow } from '../captcha/captcha-row.tsx'
import type { LoginState } from '../login/login-state.ts'
import { isOwnEmail, NEW_PASSWORD_HINT, newPassword } from '../password/new-password.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { useCaptcha } from '../captcha/use-captcha.ts'
import type { Site } from '#contract/content/content.ts'
import { formatCredit } from '../../lib/format/money.ts'

const registerForm = z
  .object({
    email,
    code: emailCode,
    password: newPassword,
    agreed: z.literal('on', '请先阅读并同意服务条款和隐私政策'),
  })
  .check(
    z.refine((typed) => !isOwnEmail(typed.password, typed.email), {
      path: ['password'],
      error: '密码不能与邮箱相同',
    }),
  )

export default function RegisterPage({ query: { redirect } }: PageProps) {
  const navigate = useNavigate()
  const site = useSite()
  const { termsUrl, privacyUrl } = site
  const promise = welcomePromise(site)
  const captcha = useCaptcha()
  const [takenEmail, setTakenEmail] = useState<string>()

  async function handleSubmit(typed: z.output<typeof registerForm>) {
    setTakenEmail(undefined)
    const { agreed: _, password, ...rest } = typed
    try {
      const digest = await passwordDigest(password)
      await call(api.account.register, { ...rest, password: digest }, { isQuiet: true })
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'EMAIL_TAKEN')) throw error
      setTakenEmail(typed.email)
      return
    }
    await navigate(href('/account/login', { redirect }), {
      state: { registered: typed.email } satisfies LoginState,
    })
  }

  function sendCode(to: string) {
    return captcha.callWithToken((token) =>
      call(api.account.registerCode, { email: to, captcha: token }, { isQuiet: true }),
    )
  }

  return (
    <AuthFrame
      headline={['免费注册，', '马上开始。']}
      words="无需绑卡，先了解再购买。"
      lead={
        <>
          已有账户？
          <Link to={href('/account/login', { redirect })} data-needs-app>
            直接登录
          </Link>
        </>
      }
    >
      {promise !== undefined && (
        <Notice kind="info">{promise}，每个邮箱限一次，每天数量有限。</Notice>
      )}
      <Form schema={registerForm} onSubmit={handleSubmit}>
        <Field
          name="email"
          label="邮箱"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="name@example.com"
          onFocus={captcha.start}
          onChange={() => setTakenEmail(undefined)}
        />
        <CaptchaRow captcha={captcha} />
        <CodeField needs={['email']} send={(typed) => sendCode(typed['email'] ?? '')} />
        <PasswordField
          name="password"
          label="密码"
          autoComplete="new-password"
          hint={NEW_PASSWORD_HINT}
          hasMeter
        />
        <Checkbox name="agreed">
          我已阅读并同意<OutsideLink href={termsUrl}>服务条款</OutsideLink>和
          <OutsideLink href={privacyUrl}>隐私政策</OutsideLink>
        </Checkbox>
        {takenEmail !== undefined && (
          <Notice kind="bad" role="alert">
            该邮箱已被注册，
            <Link to={href('/account/login', { email: takenEmail, redirect })}>直接登录</Link>或
            <Link to="/account/reset-password">重置密码</Link>。
          </Notice>
        )}
        <SubmitButton>注册</SubmitButton>
      </Form>
    </AuthFrame>
  )
}

/** What the site promises to new customers; undefined where it gives nothing. */
function welcomePromise({ welcomeCredit, creditUnit }: Site): string | undefined {
  return (
    welcomeCredit &&
    `注册即送 ${formatCredit(welcomeCredit.amount)} ${creditUnit}，${welcomeCredit.days} 天内有效`
  )
}
