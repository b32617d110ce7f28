import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { Navigate } from '../../lib/router/link.tsx'
import { useLocation } from '../../lib/router/contexts.ts'
import { href } from '../../lib/query.ts'
import { findAddress } from '#contract/addresses.ts'
import { Button, ButtonLink } from '../action/button.tsx'
import { Empty } from './empty.tsx'
import { Notice } from './notice.tsx'
import { CallError } from '../../lib/call/classify-failure.ts'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'
import { useCrash } from './use-crash.ts'

interface LoadedProps<T> {
  load: Load<T>
  /** Noun for the loaded data, as in 没能载入订单. */
  what: string
  /** Number of skeleton lines. */
  lines?: number
  children: (data: T) => ReactNode
}

/** A skeleton while loading, then the loaded content, or the failure with a retry button. */
export function Loaded<T>({ load, what, lines = 3, children }: LoadedProps<T>) {
  if (load.error) return <LoadFailed load={load} what={what} />
  if (load.data === undefined) return <Skeleton lines={lines} />
  return children(load.data)
}

/** Says that loading failed, with a retry button; on 401 asks for the login instead. */
export function LoadFailed({ load, what }: { load: Load<unknown>; what: string }) {
  if (load.error?.status === 401) return <LoginNeeded />
  return (
    <Notice
      kind="bad"
      role="alert"
      actions={
        <Button size="small" icon="again" isBusy={load.isLoading} onClick={load.reload}>
          重试
        </Button>
      }
    >
      没能载入{what}：{load.error?.message}
    </Notice>
  )
}

/** For a missing session: redirects to the login where the page requires one, else shows a link to it. */
export function LoginNeeded() {
  const { pathname, search } = useLocation()
  const login = href('/account/login', { redirect: pathname + search })
  if (findAddress(pathname).loginCheck) return <Navigate to={login} replace />
  return (
    <div className="card" role="alert">
      <Empty
        title="请先登录"
        heading="h2"
        action={
          <ButtonLink kind="primary" to={login}>
            登录
          </ButtonLink>
        }
      >
        这一页要登录后才能看，登录后会回到这里。
      </Empty>
    </div>
  )
}

/** Grey lines in place of text that is still loading. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="bones" role="status" aria-label="正在载入">
      {Array.from({ length: lines }, (_, at) => (
        <div className="skeleton" key={at} />
      ))}
    </div>
  )
}

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

  return {
    data,
    error,
    // A new key counts as loading from its first render on, before its effect has run.
    isLoading: isRunning || settledKey !== key,
    reload: () => setRound((now) => now + 1),
    replace: (answer) => setData(() => answer),
  }
}
