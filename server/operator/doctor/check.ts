import type { CheckOutcome } from '#contract/console/figures/check-outcomes.ts'
import type { OperatorContext } from '../operator.ts'

/** What checks ask; `content` may throw ContentError. */
export type CheckContext = Pick<OperatorContext, 'config' | 'sql' | 'now' | 'content' | 'deps'>

export interface Finding {
  outcome: CheckOutcome
  /** One sentence: what was found. */
  found: string
  /** One sentence: what to do; null: nothing. */
  advice: string | null
}

/** Looks at one thing of the shop; changes nothing, and its finding holds no secret. */
export interface Check {
  id: string
  title: string
  /** A finding, or a throw that becomes a bad one. */
  run: (context: CheckContext, signal: AbortSignal) => Promise<Finding>
}

export function good(found: string): Finding {
  return { outcome: 'good', found, advice: null }
}

export function note(found: string, advice: string | null): Finding {
  return { outcome: 'note', found, advice }
}

export function bad(found: string, advice: string | null): Finding {
  return { outcome: 'bad', found, advice }
}
