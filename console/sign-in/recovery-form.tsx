import * as z from 'zod/mini'
import { recoveryCode } from '#contract/account/second-factor-fields.ts'
import { signInWithRecoveryCode } from '#contract/console/staff/sign-in.ts'
import { email } from '#contract/fields.ts'
import { knownPasswordDigest } from '#web/lib/password/digest.ts'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { changeSession } from '../lib/session.ts'

const typed = z.object({ email, password: z.string(), code: recoveryCode })

/** Signs in by a recovery code, then asks for a new passkey or authenticator. */
export function RecoveryForm() {
  const navigate = useNavigate()

  async function signIn({ password, ...rest }: z.output<typeof typed>) {
    const { operator } = await callConsole(
      signInWithRecoveryCode,
      { ...rest, ...(password !== '' && { password: await knownPasswordDigest(password) }) },
      { isQuiet: true },
    )
    await navigate(consoleHref('/security', { from: 'recovery' }), { replace: true })
    changeSession({ operator, isElsewhere: false })
  }
  return (
    <Form schema={typed} onSubmit={signIn}>
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
