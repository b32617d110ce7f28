import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '../../lib/call/failure.ts'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'
import { useCrash } from './use-crash.ts'

export interface Load<T> {
  /** The newest answer; while that of another `key` is on its way, still the former one. */
  data: T | undefined
  error: CallError | undefined
  isLoading: boolean
  reload: () => void
}

export interface ReplaceableLoad<T> extends Load<T> {
  /** Puts in what another call has answered meanwhile. */
  replace: (data: T) => void
}

/**
 * Loads what a part of a page shows, again for every new `key`. Call with the given signal: what
 * is no longer wanted is given up. A refused call becomes `error`, anything else the error screen.
 */
export function useLoad<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
): ReplaceableLoad<T> {
  const [round, setRound] = useState(0)
  const [data, setData] = useState<T>()
  const [error, setError] = useState<CallError>()
  const [isRunning, setIsRunning] = useState(true)
  const [settledKey, setSettledKey] = useState<string>()
  const isHydrated = useHydrated()
  const crash = useCrash()
  const begin = useEffectEvent(load)
  const fail = useEffectEvent((cause: unknown) => {
    if (cause instanceof CallError) setError(cause)
    else crash(cause)
  })

  useEffect(() => {
    // prerendered HTML knows no query: the key is another one in a moment
    if (!isHydrated) return undefined
    const controller = new AbortController()
    const { signal } = controller
    async function run() {
      setIsRunning(true)
      try {
        const answer = await begin(signal)
        if (signal.aborted) return
        setData(() => answer)
        setError(undefined)
      } catch (cause) {
        if (signal.aborted) return
        fail(cause)
      }
      setSettledKey(key)
      setIsRunning(false)
    }
    void run()
    return () => controller.abort()
  }, [key, round, isHydrated])

  return {
    data,
    error,
    // A new key is not settled from its first render on, before any effect has run.
    isLoading: isRunning || settledKey !== key,
    reload: () => setRound((now) => now + 1),
    replace: (answer) => setData(() => answer),
  }
}
