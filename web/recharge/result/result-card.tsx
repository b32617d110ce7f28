import type { ReactNode } from 'react'
import { formatCredit } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { ArcPoints } from '../../ui/icon/arc.tsx'

/** Values by label, in this order. */
export type Facts = Readonly<Record<string, ReactNode>>

export interface ResultView {
  arc: ArcState
  title: string
  /** Credit that was added. */
  credit?: number
  children: ReactNode
  facts?: Facts
  actions: ReactNode
}

/** The result of a payment on one card. */
export function ResultCard({ arc, title, credit, children, facts = {}, actions }: ResultView) {
  const { creditUnit } = useSite()
  const rows = Object.entries(facts)
  return (
    <section className="card lifted result-card" aria-labelledby="end">
      <ResultArc state={arc} />
      <h2 id="end">{title}</h2>
      {credit !== undefined && (
        <p className="result-credit">
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

/**
 * A bridge that lights up: `asking` animates its first half, `wait` shows it lit, `good` lights the whole,
 * `bad` breaks off, `quiet` stays dark.
 */
type ArcState = 'asking' | 'wait' | 'good' | 'bad' | 'quiet'

function ResultArc({ state }: { state: ArcState }) {
  return (
    <svg className="arc result-arc" data-kind={state} viewBox="0 0 176 84" aria-hidden="true">
      <ArcPoints
        middle={88}
        bottom={74}
        reach={74}
        rise={62}
        count={20}
        endRadius={1.4}
        topRadius={3}
        star={10}
      />
      <path className="shore" d="M2 81h24M150 81h24" />
    </svg>
  )
}
