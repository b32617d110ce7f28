import type { AuditEntry } from '#contract/console/audit.ts'
import { OUTCOME_LABELS, UNFINISHED_LABEL } from './audit-labels.ts'

/** How an action ended. */
export function OutcomeTag({ outcome }: Pick<AuditEntry, 'outcome'>) {
  return (
    <span className="tag" data-outcome={outcome ?? 'none'}>
      {outcome === null ? UNFINISHED_LABEL : OUTCOME_LABELS[outcome]}
    </span>
  )
}
