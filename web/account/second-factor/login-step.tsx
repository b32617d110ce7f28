import { beginSecondLogin, finishSecondLogin } from '#contract/account/second-factor.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { toast } from '../../lib/toast.ts'
import { SecondStep } from './second-step.tsx'

interface LoginStepProps {
  onDone: () => Promise<void> | void
  /** Back to the password. */
  onBack: () => void
}

/** The second step of a login whose password was right. */
export function LoginStep({ onDone, onBack }: LoginStepProps) {
  /** Goes back when the password was given too long ago. */
  async function orGoBack<T>(made: Promise<T>): Promise<T> {
    try {
      return await made
    } catch (error) {
      if (error instanceof CallError && error.code === 'LOGIN_STEP_EXPIRED') {
        toast(error.message, 'bad')
        onBack()
      }
      throw error
    }
  }
  return (
    <SecondStep
      begin={() => orGoBack(call(beginSecondLogin, {}, { isQuiet: true }))}
      finish={async (proof) => {
        const answer = await orGoBack(call(finishSecondLogin, proof, { isQuiet: true }))
        if (answer.staysOpen) toast('欢迎回来，注销已取消')
        await onDone()
      }}
      onCancel={onBack}
      cancelLabel="返回，重新输入密码"
    />
  )
}
