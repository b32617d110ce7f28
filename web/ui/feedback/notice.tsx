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
  /** `alert` is read aloud at once, `status` when the reader pauses. */
  role?: 'alert' | 'status'
  children: ReactNode
  /** Buttons at its end. */
  actions?: ReactNode
}

/** A sentence that stays in the page, with a way out beside it. */
export function Notice({ kind = 'info', role, children, actions }: NoticeProps) {
  return (
    <div className="notice" data-kind={kind} role={role}>
      <Icon name={ICONS[kind]} />
      <p>{children}</p>
      {actions !== undefined && <span className="row-actions">{actions}</span>}
    </div>
  )
}
