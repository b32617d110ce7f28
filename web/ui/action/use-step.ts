import { useRef, useState } from 'react'
import { CallError } from '../../lib/call/classify-failure.ts'
import { useCrash } from '../feedback/use-crash.ts'
import { PasskeyError } from '../../lib/passkey/passkey.ts'

export interface StepMessage {
  text: string
  /** Nothing went wrong: the user closed a dialog of the browser. */
  isCalm: boolean
}

export interface Step<Args extends unknown[]> {
  isBusy: boolean
  /** Why the last run did not succeed. */
  message: StepMessage | undefined
  run: (...args: Args) => void
}

/**
 * Runs a button's action, one run at a time, and keeps the sentence of a refused call, so that it stands beside
 * the button. Any error that is no `CallError` is a bug and goes to the error screen.
 */
export function useStep<Args extends unknown[]>(
  action: (...args: Args) => Promise<void>,
): Step<Args> {
  const isRunning = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [message, setMessage] = useState<StepMessage>()
  const crash = useCrash()

  async function start(args: Args) {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    setMessage(undefined)
    try {
      await action(...args)
    } catch (error) {
      if (!(error instanceof CallError)) crash(error)
      else if (!error.isShown)
        setMessage({ text: error.message, isCalm: error instanceof PasskeyError })
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, message, run: (...args) => void start(args) }
}
