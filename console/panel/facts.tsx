import type { ReactNode } from 'react'

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
