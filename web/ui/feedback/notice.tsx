import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon.tsx'
import type { StepMessage } from '../action/use-step.ts'

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

/** Why an action did not succeed: a hint after a closed dialog, a notice after a refusal. */
export function StepNote({ message }: { message: StepMessage | undefined }) {
  if (!message) return null
  if (message.isCalm)
    return (
      <p className="hint" role="status">
        {message.text}
      </p>
    )
  return (
    <Notice kind="bad" role="alert">
      {message.text}
    </Notice>
  )
}
