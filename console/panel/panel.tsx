import { type ReactNode, useId } from 'react'
import { type Column, TableHead } from '../list/row-table.tsx'

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

export type FactRow = readonly [label: string, value: ReactNode]

/** Labelled values; those of null are left out. */
export function Facts({ rows }: { rows: readonly FactRow[] }) {
  return <dl className="facts">{factRows(rows)}</dl>
}

/** The most important values of a page in one strip below its heading. */
export function Strip({ rows }: { rows: readonly FactRow[] }) {
  return <dl className="strip">{factRows(rows)}</dl>
}

function factRows(rows: readonly FactRow[]) {
  return rows
    .filter(([, value]) => value !== null)
    .map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))
}

interface MiniTableProps {
  caption: string
  columns: readonly Column[]
  /** Rows. */
  children: ReactNode
}

/** A small table inside a panel; narrow ones leave out cells of the class `wide-only`. */
export function MiniTable({ caption, columns, children }: MiniTableProps) {
  return (
    <div className="scroll-x">
      <table className="mini">
        <caption className="unseen">{caption}</caption>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
