import { useEffect } from 'react'
import { dismissNotice, readNotice, type ShownNotice } from '#contract/account/notices.ts'
import { call } from '../../lib/call/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { NoticeCard } from '../../ui/display/notice-card.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'

/** The latest notice that this user has not dismissed; the next one takes its place. */
export function CurrentNotice() {
  const { data, error, replace } = useLoad('notice', (signal) =>
    call(readNotice, {}, { signal, isQuiet: true }),
  )
  const isNone = data?.notice === null || (error !== undefined && !data)

  useEffect(() => {
    // its place is given up, here and on later pages of this document
    if (isNone) delete document.documentElement.dataset['notices']
  }, [isNone])

  async function dismiss(id: string) {
    replace(await call(dismissNotice, { id }))
    // announcements.ts remembers it for the next document
    dispatchEvent(new CustomEvent('notice-dismissed', { detail: id }))
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  if (!data?.notice) return null
  const { notice, others } = data
  return (
    <NoticeCard
      key={notice.id}
      notice={notice}
      others={others}
      action={notice.isDismissable && <DismissButton notice={notice} onDismiss={dismiss} />}
    />
  )
}

interface DismissButtonProps {
  notice: ShownNotice
  onDismiss: (id: string) => Promise<void>
}

function DismissButton({ notice: { id }, onDismiss }: DismissButtonProps) {
  const { isBusy, run } = useAction(() => onDismiss(id))
  return (
    <Button size="small" isBusy={isBusy} onClick={run}>
      知道了
    </Button>
  )
}
