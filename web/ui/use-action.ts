import { useRef, useState } from 'react'
import { CallError } from '../lib/failure.ts'
import { useCrash } from './use-crash.ts'

/**
 * Runs what a button does, once at a time. A refused call has been told by `call`; anything else
 * is a bug and goes to the error screen.
 */
export function useAction(action: () => Promise<void>): { isBusy: boolean; run: () => void } {
  const isRunning = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const crash = useCrash()

  async function start() {
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof CallError)) crash(error)
    } finally {
      isRunning.current = false
      setIsBusy(false)
    }
  }
  return { isBusy, run: () => void start() }
}
