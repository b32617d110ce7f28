import type { ReactNode } from 'react'

/** How far one is on the way; `current` counts from 0. */
export function Steps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className="progress" aria-label="进度">
      {steps.map((step, at) => (
        <li
          key={step}
          className={at < current ? 'done' : undefined}
          aria-current={at === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  )
}

export interface TimelineEvent {
  title: ReactNode
  kind?: 'good' | 'bad' | 'next'
  note?: ReactNode
  /** A `TimeText`. */
  time?: ReactNode
}

/** What happened, from first to last. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }) {
  return (
    <ol className="timeline">
      {events.map(({ title, kind, note, time }, at) => (
        <li key={at} data-kind={kind}>
          {title}
          {note !== undefined && <span className="soft">{note}</span>}
          {time}
        </li>
      ))}
    </ol>
  )
}
