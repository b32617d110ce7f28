import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '../../lib/call/classify-failure.ts'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'
import { useCrash } from './use-crash.ts'

export interface Load<T> {
  /** The newest answer. While another `key` loads, the answer for the former key. */
  data: T | undefined
  error: CallError | undefined
  isLoading: boolean
  reload: () => void
}

export interface ReplaceableLoad<T> extends Load<T> {
  /** Replaces the data by the answer of another call. */
  replace: (data: T) => void
}

/**
 * Loads the data of a part of a page, again for every new `key`. Pass the given signal to the call: it aborts
 * when the data are no longer needed. A `CallError` becomes `error`; any other error goes to the error screen.
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
    // prerendered HTML has no query string: the key changes right after hydration
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

  useEffect(() => {
    // what the back/forward cache has kept may be of before a payment
    const again = ({ persisted }: PageTransitionEvent) => persisted && setRound((now) => now + 1)
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [])

  return {
    data,
    error,
    // A new key counts as loading from its first render on, before its effect has run.
    isLoading: isRunning || settledKey !== key,
    reload: () => setRound((now) => now + 1),
    replace: (answer) => setData(() => answer),
  }
}
