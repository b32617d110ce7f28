import type { ReactNode } from 'react'
import { Navigate } from '../../lib/router/link.tsx'
import { useLocation } from '../../lib/router/contexts.ts'
import { href } from '../../lib/href.ts'
import { findAddress } from '#contract/addresses.ts'
import { Button, ButtonLink } from '../action/button.tsx'
import { Empty } from './empty.tsx'
import { Notice } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'
import type { Load } from './use-load.ts'

interface LoadedProps<T> {
  load: Load<T>
  /** Noun for the loaded data, as in 订单加载失败. */
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
      {what}加载失败：{load.error?.message}
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
        请登录后查看，登录后返回本页。
      </Empty>
    </div>
  )
}
