import { useState } from 'react'
import {
  beginPasskeySignIn,
  signInWithCode,
  signInWithPasskey,
  signInWithRecoveryCode,
} from '#contract/console/staff/sign-in.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { StepNote } from '#web/ui/feedback/step-note.tsx'
import { callConsole } from '../lib/call.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { canUsePasskeys, signWithPasskey } from '#web/lib/passkey/passkey.ts'
import { changeSession, useSession } from '../lib/session.ts'
import { useStep } from '#web/ui/action/use-step.ts'
import { useTitle } from '../lib/use-title.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import * as z from 'zod/mini'
import { authenticatorCode, recoveryCode } from '#contract/account/second-factor-fields.ts'
import { email } from '#contract/fields.ts'
import { knownPasswordDigest } from '#web/lib/password/digest.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { CodeInput } from './code-input.tsx'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { consoleHref } from '../lib/console-href.ts'

/** Shown at any address while nobody is signed in; afterwards that address is shown. */
export function SignInPage() {
  const { name } = useConsoleSite()
  const { isElsewhere, isNew } = useSession()
  const [way, setWay] = useState<'code' | 'recovery'>('code')
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  useTitle('登录')
  return (
    <SignInFrame title="登录控制台" lead={`只给“${name}”的同事。顾客请从商店登录。`}>
      {isElsewhere && (
        <Notice kind="wait" role="status">
          您的网络地址已变化，请重新登录。
        </Notice>
      )}
      {isNew && (
        <Notice role="status">
          还没有人可以登录：第一位所有者的邀请链接显示在启动商店的终端里，也可以在服务器上运行{' '}
          <code>npm run operator -- operators invite</code>。
        </Notice>
      )}
      <section className="card" aria-label="登录">
        <PasskeySignIn />
        <div className="or">{way === 'code' ? '或用验证码' : '或用恢复码'}</div>
        {way === 'code' ? <CodeForm /> : <RecoveryForm />}
      </section>
      <div className="sign-links">
        <button
          type="button"
          className="link-button"
          onClick={() => setWay(way === 'code' ? 'recovery' : 'code')}
        >
          {way === 'code' ? '用恢复码' : '用验证码'}
        </button>
        <button
          type="button"
          className="link-button"
          aria-expanded={isHelpOpen}
          aria-controls="lost-help"
          onClick={() => setIsHelpOpen(!isHelpOpen)}
        >
          验证器丢了怎么办
        </button>
      </div>
      <div id="lost-help" className="lost-help" hidden={!isHelpOpen}>
        <ol>
          <li>用一个恢复码登录，然后添加新的通行密钥或验证器。</li>
          <li>没有恢复码，请另一位所有者在“同事”里重置您的登录方式。</li>
          <li>
            没有其他所有者，在服务器上运行 <code>npm run operator -- operators reset</code>。
          </li>
        </ol>
      </div>
    </SignInFrame>
  )
}

function PasskeySignIn() {
  const { isBusy, message, run } = useStep(async () => {
    const { options } = await callConsole(beginPasskeySignIn, {}, { isQuiet: true })
    const response = await signWithPasskey(options)
    const { operator } = await callConsole(signInWithPasskey, { response }, { isQuiet: true })
    changeSession({ operator, isElsewhere: false })
  })
  if (!canUsePasskeys())
    return <p className="hint">这个浏览器不支持通行密钥，请用密码和验证器登录。</p>
  return (
    <div className="passkey-way">
      <Button kind="primary" size="large" isWide icon="key" isBusy={isBusy} onClick={run}>
        用通行密钥登录
      </Button>
      <p className="hint">指纹、面容或安全钥匙，无需输入邮箱。</p>
      <StepNote message={message} />
    </div>
  )
}

const typed = z.object({
  email,
  password: z.string().check(z.minLength(1, '请输入密码')),
  code: authenticatorCode,
})

/** Signs in by e-mail, password and authenticator. */
function CodeForm() {
  async function signIn({ password, ...rest }: z.output<typeof typed>) {
    const { operator } = await callConsole(
      signInWithCode,
      { ...rest, password: await knownPasswordDigest(password) },
      { isQuiet: true },
    )
    changeSession({ operator, isElsewhere: false })
  }
  return (
    <Form schema={typed} onSubmit={signIn}>
      <Field name="email" label="邮箱" type="email" autoComplete="username" />
      <PasswordField name="password" label="密码" />
      <CodeInput label="验证器里的 6 位数字" />
      <SubmitButton kind="secondary">登录</SubmitButton>
    </Form>
  )
}

const typedRecovery = z.object({ email, password: z.string(), code: recoveryCode })

/** Signs in by a recovery code, then asks for a new passkey or authenticator. */
function RecoveryForm() {
  const navigate = useNavigate()

  async function signIn({ password, ...rest }: z.output<typeof typedRecovery>) {
    const { operator } = await callConsole(
      signInWithRecoveryCode,
      { ...rest, ...(password !== '' && { password: await knownPasswordDigest(password) }) },
      { isQuiet: true },
    )
    await navigate(consoleHref('/security', { from: 'recovery' }), { replace: true })
    changeSession({ operator, isElsewhere: false })
  }
  return (
    <Form schema={typedRecovery} onSubmit={signIn}>
      <Field name="email" label="邮箱" type="email" autoComplete="username" />
      <PasswordField name="password" label="密码" hint="没设过密码就留空" />
      <Field
        className="input code-text"
        name="code"
        label="恢复码"
        hint="16 个字母或数字，每个只能用一次。用后其他登录全部退出，并通知所有所有者。"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <SubmitButton kind="secondary">登录</SubmitButton>
    </Form>
  )
}
