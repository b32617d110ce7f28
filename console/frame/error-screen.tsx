import { useEffect } from 'react'
import { ChunkLoadError } from '#web/lib/loading/chunk.ts'
import { useRouteError } from '#web/lib/router/contexts.ts'
import { Button } from '#web/ui/action/button.tsx'
import { MessageScreen } from './message-screen.tsx'

/** Shown instead of a page that threw or whose script did not load. */
export function ErrorScreen() {
  const error = useRouteError()
  useEffect(() => {
    if (!(error instanceof ChunkLoadError)) console.error('The page crashed:', error)
  }, [error])
  const isUnloaded = error instanceof ChunkLoadError
  return (
    <MessageScreen
      title={isUnloaded ? '这一页没能载入' : '这一页出错了'}
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
