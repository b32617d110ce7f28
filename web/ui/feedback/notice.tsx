import type { ReactNode } from 'react'
import { Icon } from '../icon/icon.tsx'
import type { IconName } from '../icon/icon-name.ts'

export type NoticeKind = 'info' | 'wait' | 'bad' | 'good'

const ICONS: Record<NoticeKind, IconName> = {
  info: 'info',
  wait: 'clock',
  bad: 'warn',
  good: 'check',
}

interface NoticeProps {
  kind?: NoticeKind
  /** Screen readers announce `alert` at once, `status` at the next pause. */
  role?: 'alert' | 'status'
  children: ReactNode
  /** Buttons at the end of the notice. */
  actions?: ReactNode
}

/** A permanent message in the page, with optional actions. */
export function Notice({ kind = 'info', role, children, actions }: NoticeProps) {
  return (
    <div className="notice" data-kind={kind} role={role}>
      <Icon name={ICONS[kind]} />
      <p>{children}</p>
      {actions !== undefined && <span className="row-actions">{actions}</span>}
    </div>
  )
}
