import { type ReactNode, useEffect } from 'react'
import { Arc } from '#web/ui/icon/arc.tsx'
import { ChunkLoadError } from '#web/lib/loading/chunk.ts'
import { useRouteError } from '#web/lib/router/contexts.ts'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { useTitle } from '../lib/use-title.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

interface MessageScreenProps {
  title: string
  children: ReactNode
  actions: ReactNode
}

/** A page of one message with its next step. */
export function MessageScreen({ title, children, actions }: MessageScreenProps) {
  return (
    <div className="message-screen" role="alert">
      <Arc
        width={160}
        height={62}
        count={14}
        endRadius={1.2}
        topRadius={2.5}
        foot={8}
        shore={24}
        star={8}
      />
      <h1>{title}</h1>
      <p className="soft">{children}</p>
      <div className="row-actions">{actions}</div>
    </div>
  )
}

/** Shown instead of a page that threw or whose script did not load. */
export function ErrorScreen() {
  const error = useRouteError()
  useEffect(() => {
    if (!(error instanceof ChunkLoadError)) console.error('The page crashed:', error)
  }, [error])
  const isUnloaded = error instanceof ChunkLoadError
  return (
    <MessageScreen
      title={isUnloaded ? '页面加载失败' : '页面出错了'}
      actions={
        <Button kind="primary" icon="again" onClick={() => location.reload()}>
          重新载入
        </Button>
      }
    >
      {isUnloaded
        ? '网络断开，或者控制台刚更新过。重新载入就好。'
        : '已经提交的操作不受影响，结果在操作记录里。重新载入后可以继续。'}
    </MessageScreen>
  )
}

export function NotFoundPage() {
  useTitle('没有这一页')
  return (
    <MessageScreen title="没有这一页" actions={<ButtonLink to="/">回到首页</ButtonLink>}>
      地址可能有误，或页面已不存在。
    </MessageScreen>
  )
}

/** Shown until the script of a document's first page has arrived. */
export function PageLoading() {
  return <Skeleton lines={6} />
}
