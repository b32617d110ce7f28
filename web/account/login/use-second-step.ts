import { useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'

/** Few have a second factor, so its step is loaded when a login asks for it. */
const loadStep = () => loadChunk(() => import('../second-factor/login-step.tsx'))

interface SecondStep {
  /** Undefined while the password is asked for. */
  step: (Awaited<ReturnType<typeof loadStep>> & { onDone: () => Promise<void> }) | undefined
  /** What the user typed before; undefined: nothing yet. */
  email: string | undefined
  /** Why the step led back to the password. */
  reason: string | undefined
  begin: (email: string, onDone: () => Promise<void>) => Promise<void>
  end: (reason: string | undefined) => void
}

export function useSecondStep(): SecondStep {
  const [step, setStep] = useState<SecondStep['step']>()
  const [email, setEmail] = useState<string>()
  const [reason, setReason] = useState<string>()
  return {
    step,
    email,
    reason,
    async begin(given, onDone) {
      const loaded = await loadStep()
      setEmail(given)
      setReason(undefined)
      setStep({ LoginStep: loaded.LoginStep, onDone })
    },
    end(why) {
      setReason(why)
      setStep(undefined)
    },
  }
}
