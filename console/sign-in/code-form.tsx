import * as z from 'zod/mini'
import { authenticatorCode } from '#contract/account/second-factor-fields.ts'
import { signInWithCode } from '#contract/console/staff/sign-in.ts'
import { email } from '#contract/fields.ts'
import { knownPasswordDigest } from '#web/lib/password/digest.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { callConsole } from '../lib/call.ts'
import { changeSession } from '../lib/session.ts'
import { CodeInput } from './code-input.tsx'

const typed = z.object({
  email,
  password: z.string().check(z.minLength(1, '请输入密码')),
  code: authenticatorCode,
})

/** Signs in by e-mail, password and authenticator. */
export function CodeForm() {
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
