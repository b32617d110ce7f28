import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { email } from '#contract/fields.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { href } from '../../lib/href.ts'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate } from '../../lib/router/contexts.ts'
import { notifyWindows, readSession, type SessionUser } from '../../lib/session/session.ts'
import type { PageProps } from '../../lib/page/page-module.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { useSecondsUntil } from '../../ui/feedback/countdown.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { LoginNotice } from './login-notice.tsx'
import { CaptchaRow } from '../captcha/captcha-row.tsx'
import { useLoginState } from './login-state.ts'
import { LoginWait } from './login-wait.tsx'
import { fillEmptyField, rememberedEmail, rememberEmail } from './remembered-email.ts'
import { returnPath, signOnStepIn } from './return-path.ts'
import { useWaitingSignOn, WaitingSignOn } from './waiting-sign-on.tsx'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { SupportLine } from '../../shell/help/support-line.tsx'
import { useLogin } from './use-login.ts'
import { now } from '../../lib/clock.ts'

const loginForm = z.object({
  email,
  // No length rule: older passwords may be shorter than today's minimum.
  password: z.string().check(z.minLength(1, '请输入密码')),
  remember: z.optional(z.literal('on')),
})

export default function LoginPage({ query }: PageProps) {
  const navigate = useNavigate()
  const arrival = useLoginState()
  const { registered } = arrival
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const rememberInput = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<ReactNode>()
  const [already, setAlready] = useState<SessionUser | null>(null)
  const [waitUntil, setWaitUntil] = useState(0)
  const isWaiting = useSecondsUntil(waitUntil) > 0
  const { logIn, captcha } = useLogin()
  const { email: givenEmail, redirect } = query
  const target = returnPath(redirect)
  const stepId = signOnStepIn(target)
  const signOn = useWaitingSignOn(stepId)
  // a sign-on that asks for the password would only lead back to this page
  const mayEnter = stepId === null || signOn?.needsPassword === false

  // Not as initial values: the prerendered form is the same for every visitor.
  useEffect(() => {
    const remembered = rememberedEmail()
    // what was typed before hydration is kept
    fillEmptyField(emailInput.current, registered ?? givenEmail ?? remembered)
    if (rememberInput.current?.checked) rememberInput.current.checked = remembered !== ''
    setAlready(readSession())
  }, [registered, givenEmail])

  async function handleSubmit(typed: z.output<typeof loginForm>) {
    try {
      if (!(await logIn(typed.email, typed.password))) return
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isSecond = error.code === 'SECOND_FACTOR'
      if (isSecond || error.code === 'BAD_CREDENTIALS') emptyPassword()
      if (isSecond) return openStep(typed)
      if (error.status !== 429 || error.retryAfter === undefined) throw error
      setWaitUntil(now() + error.retryAfter * 1000)
      return
    }
    await enter(typed)
  }

  async function enter({ email: used, remember }: z.output<typeof loginForm>) {
    rememberEmail(remember ? used : '')
    notifyWindows()
    await navigate(target, { replace: true })
  }

  /** Few have a second factor: its step is loaded when a login asks for it. */
  async function openStep(typed: z.output<typeof loginForm>) {
    const { LoginStep } = await loadChunk(() => import('../second-factor/login-step.tsx'))
    setStep(<LoginStep onDone={() => enter(typed)} onBack={() => setStep(undefined)} />)
  }

  function emptyPassword() {
    if (!passwordInput.current) return
    passwordInput.current.value = ''
    passwordInput.current.focus()
  }

  return (
    <AuthFrame
      headline={['欢迎回来，', '账目都在。']}
      words="余额、订单、每一笔用量，登录后一页看完。"
      {...(step && { title: '两步验证' })}
      lead={
        step === undefined ? (
          <>
            没有账户？
            <Link to={href('/account/register', { redirect })} data-needs-app>
              用邮箱注册
            </Link>
          </>
        ) : null
      }
    >
      {step}
      {/* what was typed stays */}
      <div className="auth-part" hidden={step !== undefined}>
        <LoginNotice {...arrival} />
        {signOn && <WaitingSignOn {...signOn} />}
        {already && mayEnter && (
          <Notice>
            您已登录{already.nickname && `为 ${already.nickname}`}，
            <Link to={target}>直接进入</Link>
            ，或在下面换一个账户。
          </Notice>
        )}
        {isWaiting && <LoginWait until={new Date(waitUntil).toISOString()} />}
        <Form schema={loginForm} onSubmit={handleSubmit}>
          <Field
            ref={emailInput}
            name="email"
            label="邮箱"
            type="email"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            onChange={() => setWaitUntil(0)}
          />
          <PasswordField
            ref={passwordInput}
            name="password"
            label="密码"
            aside={<Link to="/account/reset-password">忘记密码？</Link>}
          />
          {captcha && <CaptchaRow captcha={captcha} />}
          <Checkbox ref={rememberInput} name="remember" defaultChecked>
            在这台设备上记住邮箱
          </Checkbox>
          <SubmitButton disabled={isWaiting}>登录</SubmitButton>
        </Form>
      </div>
      <SupportLine className="auth-foot" question="登录遇到问题？" />
    </AuthFrame>
  )
}
