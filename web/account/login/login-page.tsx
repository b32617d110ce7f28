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
import { useSecondsUntil, Countdown } from '../../ui/feedback/countdown.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { CaptchaRow } from '../captcha/captcha-row.tsx'
import { useLoginState, type LoginState } from './login-state.ts'
import { fillEmptyField, rememberedEmail, rememberEmail } from './remembered-email.ts'
import { returnPath, signOnStepIn } from './return-path.ts'
import { AuthFrame } from '../frame/auth-frame.tsx'
import { SupportLine } from '../../shell/help/support-line.tsx'
import { useLogin } from './use-login.ts'
import { now } from '../../lib/clock.ts'
import { Late } from '../../lib/loading/late.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { waitingSignOn } from '#contract/sign-on.ts'
import { call } from '../../lib/call/call.ts'

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
      headline={['欢迎回来']}
      words="登录后统一查看余额、订单和用量。"
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
            ，或登录其他账户。
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

/** Says how long further logins are blocked, and links to the password reset. */
function LoginWait({ until }: { until: string }) {
  return (
    <Notice kind="wait" role="alert">
      尝试次数过多，请&nbsp;
      <strong>
        <Countdown until={until} />
      </strong>
      后再试，或<Link to="/account/reset-password">重置密码</Link>。
    </Notice>
  )
}

const loadClosingNotice = async () => (await import('./closing-notice.tsx')).ClosingNotice

/** Says what led to the login page: a registration, a reset password or a closed account. */
function LoginNotice({ registered, hasNewPassword, closesAt }: LoginState) {
  if (registered !== undefined) return <Good>注册成功，请登录。</Good>
  if (hasNewPassword) return <Good>密码已重置，所有设备已退出，请用新密码登录。</Good>
  return closesAt === undefined ? null : <Late load={loadClosingNotice} given={{ closesAt }} />
}

function Good({ children }: { children: string }) {
  return (
    <Notice kind="good" role="status">
      {children}
    </Notice>
  )
}

type SignOn = OutputOf<typeof waitingSignOn>

/** The application for which the customer logs in; null while it is read, and when there is none. */
function useWaitingSignOn(id: string | null): SignOn | null {
  const [signOn, setSignOn] = useState<SignOn | null>(null)
  useEffect(() => {
    if (id === null) return undefined
    const left = new AbortController()
    // the page works without it
    call(waitingSignOn, { id }, { isSilent: true, signal: left.signal }).then(setSignOn, () => {})
    return () => left.abort()
  }, [id])
  return signOn
}

/** Says where the login leads. */
function WaitingSignOn({ applicationName, needsPassword }: SignOn) {
  return (
    <Notice>
      {needsPassword
        ? `“${applicationName}”要求您重新输入密码，完成后返回该应用。`
        : `登录后返回“${applicationName}”。`}
    </Notice>
  )
}
