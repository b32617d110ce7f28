import { beginSecondLogin, finishSecondLogin } from '#contract/second-factor.ts'
import { call } from '../../lib/call/call.ts'
import { CallError } from '../../lib/call/classify-failure.ts'
import { toast } from '../../lib/toast.ts'
import { SecondStep } from './second-step.tsx'

interface LoginStepProps {
  onDone: () => Promise<void> | void
  /** Back to the password, with the reason when there is one. */
  onBack: (reason?: string) => void
  backLabel?: string
}

/** The second step of a login whose password was right. */
export function LoginStep({ onDone, onBack, backLabel = '返回' }: LoginStepProps) {
  /** Goes back when the password was given too long ago. */
  async function orGoBack<T>(made: Promise<T>): Promise<T> {
    try {
      return await made
    } catch (error) {
      if (error instanceof CallError && error.code === 'LOGIN_STEP_EXPIRED') onBack(error.message)
      throw error
    }
  }
  return (
    <SecondStep
      begin={() => orGoBack(call(beginSecondLogin, {}, { isQuiet: true }))}
      finish={async (proof) => {
        const answer = await orGoBack(call(finishSecondLogin, proof, { isQuiet: true }))
        if (answer.staysOpen) toast('欢迎回来，账户会保留，不再注销')
        await onDone()
      }}
      onCancel={() => onBack()}
      cancelLabel={backLabel}
    />
  )
}
