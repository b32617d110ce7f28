import type { ReactNode } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Ask } from '../frame/ask.tsx'
import { StepNote } from '#web/ui/feedback/step-note.tsx'
import { useStep } from '#web/ui/action/use-step.ts'

interface RemoveDialogProps {
  title: string
  children: ReactNode
  confirmLabel?: string
  onClose: () => void
  /** The dialog closes when this succeeds, and shows why it did not. */
  onConfirm: () => Promise<void>
}

/** Asks before something is removed. */
export function RemoveDialog({
  title,
  children,
  confirmLabel = '删除',
  onClose,
  onConfirm,
}: RemoveDialogProps) {
  const { isBusy, message, run } = useStep(async () => {
    await onConfirm()
    onClose()
  })
  return (
    <Ask title={title} onClose={onClose}>
      <div className="ask-body">
        <p className="soft">{children}</p>
        <StepNote message={message} />
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button kind="danger" isBusy={isBusy} onClick={run}>
          {confirmLabel}
        </Button>
      </footer>
    </Ask>
  )
}
