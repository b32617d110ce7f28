import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '../action/button.tsx'
import { useAction } from '../action/use-action.ts'

interface DialogProps {
  isOpen: boolean
  /** Called for Esc, a click on the backdrop and the close buttons. */
  onClose: () => void
  title: string
  children: ReactNode
  actions?: ReactNode
}

/** Who double-clicks the button that opens a dialog clicks on its backdrop the second time. */
const DOUBLE_CLICK_MS = 500

/** A modal dialog; its content is rendered only while it is open. */
export function Dialog({ isOpen, onClose, title, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!isOpen) return element?.close()
    element?.showModal()
    const timer = setTimeout(() => element?.setAttribute('closedby', 'any'), DOUBLE_CLICK_MS)
    return () => {
      clearTimeout(timer)
      element?.setAttribute('closedby', 'closerequest')
    }
  }, [isOpen])

  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={isOpen ? titleId : undefined}
      closedby="closerequest"
      onClose={onClose}
    >
      {isOpen && (
        <>
          <h2 id={titleId}>{title}</h2>
          {children}
          {actions !== undefined && <div className="dialog-actions">{actions}</div>}
        </>
      )}
    </dialog>
  )
}

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  kind?: 'primary' | 'danger'
  /** The dialog closes when this succeeds. */
  onConfirm: () => Promise<void>
}

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({
  isOpen,
  onClose,
  title,
  children,
  confirmLabel,
  cancelLabel = '返回',
  kind = 'danger',
  onConfirm,
}: ConfirmDialogProps) {
  const { isBusy, run } = useAction(async () => {
    await onConfirm()
    onClose()
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button kind={kind} isBusy={isBusy} onClick={run}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
