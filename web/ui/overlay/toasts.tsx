import { useEffect, useRef, useSyncExternalStore } from 'react'
import { currentToasts, subscribeToasts, type ToastKind } from '../../lib/toast.ts'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-name.ts'

const ICONS: Record<ToastKind, IconName> = { good: 'check', bad: 'warn', news: 'info' }
const NONE = currentToasts()

/** Renders all toasts; screen readers announce them at the next pause. */
export function Toasts() {
  const region = useRef<HTMLDivElement>(null)
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, () => NONE)

  // The popover opened last is above dialogs opened before it.
  useEffect(() => {
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [toasts])

  return (
    <div ref={region} className="toasts" popover="manual" role="status" aria-live="polite">
      {toasts.map(({ id, message, kind }) => (
        <p className="toast" data-kind={kind} key={id}>
          <Icon name={ICONS[kind]} />
          {message}
        </p>
      ))}
    </div>
  )
}
