import type { ReactNode } from 'react'
import { formatCredit } from '../lib/money.ts'
import { useSite } from '../lib/site.ts'
import { type ArcState, EndArc } from './end-arc.tsx'

/** Values by their names, in this order. */
export type Facts = Readonly<Record<string, ReactNode>>

export interface EndView {
  arc: ArcState
  title: string
  /** The credit that arrived. */
  credit?: number
  children: ReactNode
  facts?: Facts
  actions: ReactNode
}

/** How a payment ended, on one card. */
export function EndCard({ arc, title, credit, children, facts = {}, actions }: EndView) {
  const { creditUnit } = useSite()
  const rows = Object.entries(facts)
  return (
    <section className="card lifted end-card" aria-labelledby="end">
      <EndArc state={arc} />
      <h2 id="end">{title}</h2>
      {credit !== undefined && (
        <p className="end-credit">
          {formatCredit(credit, true)}
          <small> {creditUnit}</small>
        </p>
      )}
      {children}
      {rows.length > 0 && (
        <dl className="facts">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="dialog-actions">{actions}</div>
    </section>
  )
}
