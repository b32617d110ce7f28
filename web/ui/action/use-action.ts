import { useRef, useState } from 'react'
import { CallError } from '../../lib/call/classify-failure.ts'
import { useCrash } from '../feedback/use-crash.ts'
import { useLoginRedirect } from './use-login-redirect.ts'

/**
 * Runs a button's action, one run at a time. `call` reports a refused call; on 401 this redirects to the
 * login, which returns here. Any error that is no `CallError` is a bug and goes to the error screen.
 */
export function useAction(action: () => Promise<void>): { isBusy: boolean; run: () => void } {
  const isRunning = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const crash = useCrash()
  const goToLogin = useLoginRedirect()

  async function start() {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof CallError)) crash(error)
      else if (error.status === 401) goToLogin()
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, run: () => void start() }
}
