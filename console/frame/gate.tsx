import { Button } from '#web/ui/action/button.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ArcMark } from '#web/ui/icon/arc.tsx'
import { readSession } from '../lib/call.ts'
import { useSession } from '../lib/session.ts'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { Frame } from './frame.tsx'
import { MessageScreen } from './message-screen.tsx'

/** The layout of every page: the sign-in page until somebody is signed in, then the frame. */
export function Gate() {
  const { isRead, operator } = useSession()
  const load = useLoad('session', readSession)
  if (operator) return <Frame key={operator.id} />
  if (isRead) return <SignInPage />
  if (!load.error)
    return (
      <div className="op-wait" role="status" aria-label="正在载入">
        <ArcMark isLoading />
      </div>
    )
  return (
    <MessageScreen
      title="没有连上控制台"
      actions={
        <Button kind="primary" isBusy={load.isLoading} onClick={load.reload}>
          重试
        </Button>
      }
    >
      {load.error.message}
    </MessageScreen>
  )
}
