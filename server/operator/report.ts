import { formatFacts, joinSections } from './terminal/table.ts'
import { toPrintable } from './terminal/width.ts'

/** A labelled value; a secret one is shown this once and can be copied. */
export type Fact = readonly [label: string, value: string | null, kind?: 'secret']

/** What will happen, or what has happened, for terminal and console alike. */
export interface Report {
  /** Labelled values; null ones are left out. */
  facts?: readonly Fact[]
  sentences?: readonly string[]
  /** Of a preview: nothing would change. */
  changesNothing?: true
}

/** The report as a terminal shows it. */
export function reportText({ facts = [], sentences = [] }: Report): string {
  const known = facts.filter(([, value]) => value !== null)
  return joinSections(
    known.length === 0 ? null : formatFacts(known.map(([label, value]) => [label, value])),
    sentences.map(toPrintable).join('\n'),
  )
}

/** The part of a command's result that people read. */
export function reported(report: Report): { text: string; report: Report } {
  return { text: reportText(report), report }
}
