import { useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../lib/call/classify-failure.ts'
import { Button } from '../../ui/action/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { CaptchaRow } from '../captcha/captcha-row.tsx'
import { UsernameField } from '../frame/username-field.tsx'
import { LoginStep } from '../second-factor/login-step.tsx'
import type { ReauthDialogProps } from './reauth-dialog-props.ts'
import { useLogin } from './use-login.ts'

const passwordForm = z.object({
  password: z.string().check(z.minLength(1, '请输入密码')),
})

/** Asks for the password again in a dialog, so that the page keeps what was typed. */
export function ReauthDialog({ email, isOpen, onClose, onDone }: ReauthDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="请确认是您本人">
      <Steps email={email} onCancel={onClose} onDone={onDone} />
    </Dialog>
  )
}

interface StepsProps {
  email: string
  onCancel: () => void
  onDone: () => void
}

/** The password, then the second factor of those who have one. */
function Steps(props: StepsProps) {
  const [isSecond, setIsSecond] = useState(false)
  if (isSecond) {
    return <LoginStep onDone={props.onDone} onBack={() => setIsSecond(false)} />
  }
  return (
    <>
      <p>为保障账户安全，请输入密码后继续。</p>
      <PasswordForm {...props} onSecondStep={() => setIsSecond(true)} />
    </>
  )
}

function PasswordForm({
  email,
  onCancel,
  onDone,
  onSecondStep,
}: StepsProps & { onSecondStep: () => void }) {
  const { logIn, captcha } = useLogin()
  const [isWrong, setIsWrong] = useState(false)

  async function handleSubmit({ password }: z.output<typeof passwordForm>) {
    setIsWrong(false)
    try {
      if (await logIn(email, password)) onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code === 'SECOND_FACTOR') onSecondStep()
      else if (error.code === 'BAD_CREDENTIALS') setIsWrong(true)
      else throw error
    }
  }

  return (
    <Form schema={passwordForm} onSubmit={handleSubmit}>
      <UsernameField email={email} />
      <PasswordField
        name="password"
        label="密码"
        error={isWrong ? '密码不正确' : undefined}
        onChange={() => setIsWrong(false)}
      />
      {captcha && <CaptchaRow captcha={captcha} />}
      <SubmitButton>确认</SubmitButton>
      <Button isWide onClick={onCancel}>
        取消
      </Button>
    </Form>
  )
}
