import type { ReactNode } from 'react'

export interface TimelineEvent {
  title: ReactNode
  kind?: 'good' | 'bad' | 'next'
  note?: ReactNode
  /** A `TimeText`. */
  time?: ReactNode
}

/** Events in chronological order. */
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
