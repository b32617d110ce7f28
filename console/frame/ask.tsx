import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { IconButton } from '#web/ui/action/button.tsx'

interface AskProps {
  title: string
  /** Called for Esc and the close button; without it the dialog stays until its content ends it. */
  onClose?: () => void
  /** `.ask-body` and a footer. */
  children: ReactNode
}

/**
 * A modal dialog with a heading and a foot, open while it is mounted. A click beside it does not close it:
 * typed text would be lost. Closing returns the focus to where it was.
 */
export function Ask({ title, onClose, children }: AskProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // the browser takes the first of all, the close button
    if (element) fieldToBegin(element)?.focus()
    return () => element?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="ask"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      onClose={() => {
        // the browser closes it by itself after a second Esc
        if (dialog.current?.open !== false) return
        if (onClose) onClose()
        else dialog.current.showModal()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose && <IconButton icon="close" label="关闭" onClick={onClose} />}
      </header>
      {children}
    </dialog>
  )
}

/** The first field that has to be filled in and is empty; else the first empty one; else the first. */
function fieldToBegin(dialog: HTMLElement): HTMLElement | undefined {
  const selector = '.ask-body :is(input:not([type=hidden], :disabled), select)'
  const fields = [...dialog.querySelectorAll<HTMLInputElement | HTMLSelectElement>(selector)]
  const empty = fields.filter(({ value }) => value === '')
  return empty.find(({ required }) => required) ?? empty[0] ?? fields[0]
}
