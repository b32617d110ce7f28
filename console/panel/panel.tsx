import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  count?: number
  /** At the right end of the heading's line. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled part of a page. */
export function Panel({ title, count, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className="count">{count}</span>}
        {aside !== undefined && <span className="end">{aside}</span>}
      </header>
      {children}
    </section>
  )
}

/** In place of a panel's content that does not exist. */
export function PanelNone({ children }: { children: ReactNode }) {
  return <p className="panel-none faint">{children}</p>
}
